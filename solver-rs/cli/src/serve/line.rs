//! One line: answers the requests of its engine thread, one after the other.

use std::fs::File;
use std::io::{self, BufReader};

use roads::{EstimateModel, EstimateParameters};
use serving::{
    AskError, Ends, LoadError, LoadedProfile, MatrixRows, OfPlaces, Pairs, RoadPlaces, RoadTile,
    RouteLine, SpeedRules, TilesError, TravelRows, pair_selection,
};

use super::frames::{Damaged, Reading, Values, integer, read_frame, write_frame};
use super::{FILES, MAPS, TILES};

/// Kinds of incoming frames.
mod asked {
    pub(super) const SET_MEMORY: u32 = 1;
    pub(super) const REGISTER: u32 = 2;
    pub(super) const PRELOAD: u32 = 3;
    pub(super) const SET_SPEEDS: u32 = 4;
    pub(super) const SNAP: u32 = 5;
    pub(super) const TRAVEL: u32 = 6;
    pub(super) const WRITE: u32 = 7;
    pub(super) const BETWEEN: u32 = 8;
    pub(super) const MATRIX: u32 = 9;
    pub(super) const JSON: u32 = 10;
    pub(super) const ROUTE: u32 = 11;
    pub(super) const POLYLINE: u32 = 12;
    pub(super) const DEGREES: u32 = 13;
    pub(super) const POINT_ON: u32 = 14;
    pub(super) const FREE: u32 = 15;
    pub(super) const TILE: u32 = 16;
    pub(super) const ADD_TO_TILE: u32 = 17;
    pub(super) const FINISH_TILE: u32 = 18;
    pub(super) const PAIRS: u32 = 19;
    /// The answer to [`super::told::SHALL_I_STOP`].
    pub(super) const STOP: u32 = 101;
}

/// Kinds of outgoing frames.
mod told {
    pub(super) const DONE: u32 = 0;
    pub(super) const FAILED: u32 = 1;
    /// Sent every few milliseconds during long computations; the answer is the next incoming frame.
    pub(super) const SHALL_I_STOP: u32 = 2;
}

/// Precedes an optional value: whether the value is present.
const NONE: f64 = 0.0;
const SOME: f64 = 1.0;

/// Something that was made for the engine thread, which refers to it by a number.
#[derive(Debug)]
enum Made {
    Places(RoadPlaces),
    Travel(TravelRows),
    Matrix(MatrixRows),
    Line(RouteLine),
    Tile(RoadTile),
}

/// An engine thread and what was made for it.
#[derive(Debug)]
pub(super) struct Line {
    ask: BufReader<File>,
    answer: File,
    made: Vec<Option<Made>>,
}

type Answer = Result<Values, Box<dyn std::error::Error>>;

impl Line {
    pub(super) fn new(ask: File, answer: File) -> Self {
        Self { ask: BufReader::new(ask), answer, made: Vec::new() }
    }

    /// Answers requests until the engine thread disconnects.
    pub(super) fn run(&mut self) {
        while let Ok(Some((kind, payload))) = read_frame(&mut self.ask) {
            let mut reading = Reading(&payload);
            if kind == asked::FREE {
                // The thread does not wait for an answer, and the memory is freed at once.
                if let Some(made) = reading.count().ok().and_then(|it| self.made.get_mut(it)) {
                    *made = None;
                }
                continue;
            }
            let told = match self.answer_to(kind, &mut reading) {
                Ok(values) => write_frame(&mut self.answer, told::DONE, &values),
                Err(error) => {
                    let mut values = Values::default();
                    values.text(&error.to_string());
                    write_frame(&mut self.answer, told::FAILED, &values)
                }
            };
            if told.is_err() {
                return;
            }
        }
    }

    fn answer_to(&mut self, kind: u32, reading: &mut Reading<'_>) -> Answer {
        let mut values = Values::default();
        match kind {
            asked::SET_MEMORY => MAPS.set_memory(reading.count()? as u64),
            asked::REGISTER => {
                let (number, path, header) = (reading.count()?, reading.text()?, reading.bytes()?);
                MAPS.register(number, header)?;
                FILES.register(number, path, header.len());
            }
            asked::PRELOAD => {
                let (number, profile) = (reading.count()?, reading.text()?);
                MAPS.preload(number, profile, || read_section(number, profile)).map_err(unread)?;
            }
            asked::SET_SPEEDS => set_speeds(reading)?,
            asked::SNAP => self.snap(reading, &mut values)?,
            asked::TRAVEL => {
                let places = self.places(reading.count()?)?;
                let (lanes, speed_factor) = (reading.bytes()?, reading.number()?);
                let model = model_of(reading)?;
                let (lats, lons) = (reading.floats()?, reading.floats()?);
                let rows = TravelRows::on_roads(places, lanes, speed_factor, &model, &lats, &lons)?;
                values.number(self.keep(Made::Travel(rows)));
            }
            asked::WRITE => {
                let rows = self.travel(reading.count()?)?;
                let (first, count) = (reading.index()?, reading.index()?);
                let (place_count, _) = rows.shape();
                let pair_count = (count as usize).min(place_count) * place_count;
                write_cells(&mut values, rows, pair_count, |rows, meters, seconds| {
                    rows.write(first, count, meters, seconds)
                })?;
            }
            asked::BETWEEN => {
                let rows = self.travel(reading.count()?)?;
                let (from, to) = (reading.words()?, reading.words()?);
                write_cells(&mut values, rows, from.len() * to.len(), |rows, meters, seconds| {
                    rows.write_between(&from, &to, meters, seconds)
                })?;
            }
            asked::PAIRS => {
                let rows = self.travel(reading.count()?)?;
                let (from, to) = (reading.words()?, reading.words()?);
                write_cells(&mut values, rows, to.len(), |rows, meters, seconds| {
                    rows.write_pairs(&from, &to, meters, seconds)
                })?;
            }
            asked::MATRIX => {
                let rows = self.matrix_of(reading)?;
                values.number(self.keep(Made::Matrix(rows)));
            }
            asked::JSON => self.json(reading, &mut values)?,
            asked::ROUTE => {
                let places = self.places(reading.count()?)?;
                let (lats, lons) = (reading.floats()?, reading.floats()?);
                let (from, to) = (reading.words()?, reading.words()?);
                let (lanes, digits) = (reading.bytes()?, reading.small()?);
                let ends = Ends { from: &from, to: &to };
                let line = places.route([&lats, &lons], ends, lanes, digits)?;
                let (meters, seconds) = (line.leg_meters(), line.leg_seconds());
                values.number(self.keep(Made::Line(line))).floats(&meters).floats(&seconds);
            }
            asked::POLYLINE => {
                values.text(&self.line(reading.count()?)?.polyline());
            }
            asked::DEGREES => {
                values.floats(&self.line(reading.count()?)?.degrees());
            }
            asked::POINT_ON => {
                let line = self.line(reading.count()?)?;
                values.floats(&line.point_on(reading.count()?, reading.number()?)?);
            }
            asked::TILE => {
                let tile = RoadTile::new(reading.index()?, reading.index()?, reading.index()?)?;
                values.number(self.keep(Made::Tile(tile)));
            }
            asked::ADD_TO_TILE => {
                let has_room = self.add_to_tile(reading)?;
                values.number(if has_room { SOME } else { NONE });
            }
            asked::FINISH_TILE => {
                let made = self.made.get_mut(reading.count()?).and_then(Option::take);
                let Some(Made::Tile(tile)) = made else { return Err(Damaged.into()) };
                values.bytes(&tile.finish());
            }
            _ => return Err(Damaged.into()),
        }
        Ok(values)
    }

    /// Snaps places to the roads of a profile, or answers `NONE` while there is no room for the profile.
    fn snap(
        &mut self,
        reading: &mut Reading<'_>,
        values: &mut Values,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let (number, profile) = (reading.count()?, reading.text()?);
        let (lats, lons, radius) = (reading.floats()?, reading.floats()?, reading.number()?);
        let Some(loaded) = use_profile(number, profile)? else {
            values.number(NONE);
            return Ok(());
        };
        let places = RoadPlaces::new(loaded, &lats, &lons, radius)?;
        let (meters, degrees) = (places.snap_meters(), places.snapped_degrees());
        let (speeds, live) = (places.speeds_version(), places.live_speeds().map(str::to_owned));
        values.number(SOME).number(self.keep(Made::Places(places)));
        values.floats(&meters).floats(&degrees).text(&speeds);
        values.number(live.as_ref().map_or(NONE, |_| SOME)).text(live.as_deref().unwrap_or(""));
        Ok(())
    }

    fn matrix_of(
        &mut self,
        reading: &mut Reading<'_>,
    ) -> Result<MatrixRows, Box<dyn std::error::Error>> {
        let places = reading.count()?;
        let (lanes, speed_factor) = (reading.bytes()?, reading.number()?);
        let model = model_of(reading)?;
        let place_count = reading.index()?;
        let (sources, destinations) = (reading.words()?, reading.words()?);
        let (class_first_out, class_values) = (reading.words()?, reading.floats()?);
        let containment = reading.flag()?;
        let (latitudes, longitudes) = (&reading.floats()?, &reading.floats()?);
        let (keys, key_first_out) = (reading.bytes()?.to_vec(), reading.words()?);
        let selection = pair_selection(Pairs {
            place_count,
            sources: &sources,
            destinations: &destinations,
            class_first_out: &class_first_out,
            class_values: &class_values.into_iter().map(integer).collect::<Result<Vec<_>, _>>()?,
            containment,
        })?;
        let of_places = OfPlaces { latitudes, longitudes, keys, key_first_out };
        let mut rows = MatrixRows::new(model, selection, of_places)?;
        rows.put_on_roads(self.places(places)?, lanes, speed_factor)?;
        Ok(rows)
    }

    /// Answers with some rows, or with `NONE` if the thread said to stop or the costs are gone.
    fn json(
        &mut self,
        reading: &mut Reading<'_>,
        values: &mut Values,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let Self { ask, answer, made } = self;
        let Some(Some(Made::Matrix(rows))) = made.get(reading.count()?) else {
            return Err(Damaged.into());
        };
        let (first, count) = (reading.count()?, reading.count()?);
        let mut should_stop = || shall_i_stop(ask, answer).unwrap_or(true);
        match rows.json(first, count, &mut should_stop)? {
            None => values.number(NONE),
            Some(json) => values.number(SOME).bytes(&json.travel_costs).bytes(&json.unreachable),
        };
        Ok(())
    }

    /// Returns whether there was room for the profile.
    fn add_to_tile(
        &mut self,
        reading: &mut Reading<'_>,
    ) -> Result<bool, Box<dyn std::error::Error>> {
        let Some(Some(Made::Tile(tile))) = self.made.get_mut(reading.count()?) else {
            return Err(Damaged.into());
        };
        let (number, profile, has_basemap) = (reading.count()?, reading.text()?, reading.flag()?);
        let Some(roads) = use_profile(number, profile)? else { return Ok(false) };
        let ends = MAPS.with_header(number, |it| (it.names_bytes, it.sections_end()));
        let (names_bytes, basemap_at) = ends.ok_or(Damaged)?;
        let read_names = || FILES.read(number, 0, Some(names_bytes));
        tile.add((&MAPS, &TILES), number, &roads, read_names).map_err(undrawn)?;
        if has_basemap {
            let read_basemap = || FILES.read(number, basemap_at, None);
            tile.add_basemap(&TILES, number, read_basemap).map_err(undrawn)?;
        }
        Ok(true)
    }

    #[expect(clippy::cast_precision_loss, reason = "numbers are few")]
    fn keep(&mut self, made: Made) -> f64 {
        let free = self.made.iter().position(Option::is_none);
        let number = free.unwrap_or_else(|| {
            self.made.push(None);
            self.made.len() - 1
        });
        self.made[number] = Some(made);
        number as f64
    }

    fn places(&self, number: usize) -> Result<&RoadPlaces, Damaged> {
        match self.made.get(number) {
            Some(Some(Made::Places(places))) => Ok(places),
            _ => Err(Damaged),
        }
    }

    fn travel(&mut self, number: usize) -> Result<&mut TravelRows, Damaged> {
        match self.made.get_mut(number) {
            Some(Some(Made::Travel(rows))) => Ok(rows),
            _ => Err(Damaged),
        }
    }

    fn line(&self, number: usize) -> Result<&RouteLine, Damaged> {
        match self.made.get(number) {
            Some(Some(Made::Line(line))) => Ok(line),
            _ => Err(Damaged),
        }
    }
}

/// Asks the engine thread. If the thread is gone, the computation should stop, since nobody needs the answer.
fn shall_i_stop(ask: &mut BufReader<File>, answer: &mut File) -> io::Result<bool> {
    write_frame(answer, told::SHALL_I_STOP, &Values::default())?;
    Ok(read_frame(ask)?.is_none_or(|(kind, _)| kind == asked::STOP))
}

fn read_section(number: usize, profile: &str) -> io::Result<Vec<u8>> {
    let place = MAPS.with_header(number, |header| {
        header.section(profile).map(|section| (section.first_byte, section.byte_count))
    });
    // The section is only read after it was found in the header, so this does not happen.
    let Some(Ok((first_byte, byte_count))) = place else {
        return Err(io::ErrorKind::NotFound.into());
    };
    FILES.read(number, first_byte, Some(byte_count))
}

fn use_profile(
    number: usize,
    profile: &str,
) -> Result<Option<LoadedProfile>, Box<dyn std::error::Error>> {
    MAPS.use_profile(number, profile, || read_section(number, profile)).map_err(unread)
}

/// Returns the error of the disk itself if reading failed.
fn unread(error: LoadError<io::Error>) -> Box<dyn std::error::Error> {
    match error {
        LoadError::Unread(error) => error.into(),
        other => other.into(),
    }
}

fn undrawn(error: TilesError<io::Error>) -> Box<dyn std::error::Error> {
    match error {
        TilesError::Unread(error) => error.into(),
        other => other.into(),
    }
}

fn set_speeds(reading: &mut Reading<'_>) -> Result<(), Box<dyn std::error::Error>> {
    let (windows, weekend, intervals) = (reading.floats()?, reading.floats()?, reading.words()?);
    let mut rules = SpeedRules::default();
    let (has_live, live) = (reading.flag()?, reading.text()?);
    if has_live {
        rules.set_live(live);
    }
    for _ in 0..reading.count()? {
        let (way, area, class) = (reading.number()?, reading.floats()?, reading.text()?);
        let lanes = u16::try_from(reading.count()?).map_err(|_| Damaged)?;
        rules.add(way, &area, class, lanes, reading.flag()?, reading.number()?)?;
    }
    Ok(MAPS.set_speeds(&windows, &weekend, &intervals, rules)?)
}

/// Writes the meters and seconds of some pairs as two arrays, in the order of the pairs.
fn write_cells(
    values: &mut Values,
    rows: &mut TravelRows,
    pair_count: usize,
    write: impl FnOnce(&mut TravelRows, &mut [i32], &mut [i32]) -> Result<(), AskError>,
) -> Result<(), AskError> {
    let (_, lane_count) = rows.shape();
    let mut meters = vec![0; pair_count];
    let mut seconds = vec![0; pair_count * lane_count];
    write(rows, &mut meters, &mut seconds)?;
    values.integers(&meters).integers(&seconds);
    Ok(())
}

fn model_of(reading: &mut Reading<'_>) -> Result<EstimateModel, Box<dyn std::error::Error>> {
    let detour_factor = reading.number()?;
    let (ends, speeds, factors) = (reading.floats()?, reading.floats()?, reading.floats()?);
    Ok(EstimateModel::new(EstimateParameters {
        detour_factor,
        band_end_meters: &ends,
        band_meters_per_second: &speeds,
        lane_factors: &factors,
    })?)
}
