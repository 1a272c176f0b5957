/** The look of the editor, in the page's own colors, which change with light and dark mode. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const THEME = EditorView.theme({
  '&': { height: 'min(52vh, 560px)', color: 'var(--ink)' },
  '.cm-content': { caretColor: 'var(--ink)', fontFamily: 'ui-monospace, monospace' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': {
    ...{ backgroundColor: 'var(--raised)', color: 'var(--soft)' },
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent) 8%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--accent-soft)', color: 'var(--ink)' },
  '.cm-tooltip, .cm-panels': {
    ...{ backgroundColor: 'var(--surface)', color: 'var(--ink)' },
    border: '1px solid var(--line)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    ...{ backgroundColor: 'var(--accent)', color: 'var(--accent-ink)' },
  },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 26%, transparent) !important',
  },
});

const COLORS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--bad)' },
  { tag: [tags.punctuation, tags.brace, tags.squareBracket], color: 'var(--soft)' },
]);

export const EDITOR_LOOK: readonly Extension[] = [THEME, syntaxHighlighting(COLORS)];
