/** Handles the pointer on the map: what it is over and what is clicked, linked with lists and the timeline. */
import { Popup, type Map as MapLibre, type MapMouseEvent, type PointLike } from 'maplibre-gl';
import { chosen, pointed } from '../state.js';
import { TO_POINT_AT } from './overlay.js';
import { scene } from './scene.js';

/** Lines are thin, so the pointer hits everything within this distance. */
const NEAR_PIXELS = 3;

export function listen(map: MapLibre): void {
  const popup = new Popup({ closeButton: false, closeOnClick: false, offset: 14 });
  /** Updates `pointed`, and returns the title of the point under the pointer. */
  const pointAt = ({ point }: MapMouseEvent): string | undefined => {
    // While the map moves, nothing under the pointer is pointed at.
    if (map.isMoving() || map.getLayer('stops') === undefined) return undefined;
    const around: [PointLike, PointLike] = [
      [point.x - NEAR_PIXELS, point.y - NEAR_PIXELS],
      [point.x + NEAR_PIXELS, point.y + NEAR_PIXELS],
    ];
    const [feature] = map.queryRenderedFeatures(around, { layers: [...TO_POINT_AT] });
    map.getCanvas().style.cursor = feature === undefined ? '' : 'pointer';
    const { route, stop, title } = (feature?.properties ?? {}) as Record<string, unknown>;
    const found =
      typeof route === 'number'
        ? { route, ...(typeof stop === 'number' ? { stop } : {}) }
        : undefined;
    const known = pointed.peek();
    if (known?.route !== found?.route || known?.stop !== found?.stop) pointed.value = found;
    if (typeof title !== 'string' || feature?.geometry.type !== 'Point') {
      popup.remove();
      return undefined;
    }
    const [longitude = 0, latitude = 0] = feature.geometry.coordinates;
    popup.setLngLat([longitude, latitude]).setText(title).addTo(map);
    return title;
  };
  map.on('mousemove', (event) => void pointAt(event));
  map.on('mouseout', () => {
    pointed.value = undefined;
    popup.remove();
  });
  map.on('click', (event) => {
    // On touch screens, no pointer movement precedes the click.
    const title = pointAt(event);
    const { onClick } = scene.peek();
    onClick?.([round(event.lngLat.lng), round(event.lngLat.lat)], title);
    if (onClick === undefined && pointed.peek() !== undefined) chosen.value = pointed.peek();
  });
}

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
