/** Converts between positions in a JSON text and paths into its value, with the editor's own syntax tree. */
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

const PARSE_MS = 200;

/** Returns the range that a JSON pointer refers to, or of the deepest existing element on its path. */
export function positionOf(state: EditorState, pointer: string): { from: number; to: number } {
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS) ?? syntaxTree(state);
  let node: SyntaxNode | null = tree.topNode.firstChild;
  let marked: SyntaxNode | null = node;
  for (const part of pointer.split('/').slice(1)) {
    const next: SyntaxNode | null = node === null ? null : childOf(state, node, unescaped(part));
    if (next === null) break;
    marked = next.name === 'Property' ? next.firstChild : next;
    node = next.name === 'Property' ? next.lastChild : next;
  }
  if (marked === null) return { from: 0, to: 0 };
  // Mark only the first line of a long range.
  return { from: marked.from, to: Math.min(marked.to, state.doc.lineAt(marked.from).to) };
}

/** Returns the path to the object around a position, with `*` for a list index, and the object's other field names. */
export function pathAt(state: EditorState, at: number): { path: string[]; present: Set<string> } {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, -1);
  while (node !== null && node.name !== 'Object') node = node.parent;
  const present = new Set(
    (node?.getChildren('Property') ?? [])
      .filter((property) => at < property.from || at > property.to)
      .map((property) => nameOf(state, property)),
  );
  const path: string[] = [];
  for (let each = node; each !== null; each = each.parent) {
    if (each.name === 'Property') path.unshift(nameOf(state, each));
    else if (each.parent?.name === 'Array') path.unshift('*');
  }
  return { path, present };
}

/** Returns the name of the field whose value contains the position. */
export function fieldAt(state: EditorState, at: number): string | undefined {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, -1);
  while (node !== null && node.name !== 'Property' && node.name !== 'Object') node = node.parent;
  const name = node?.name === 'Property' ? node.getChild('PropertyName') : null;
  return node === null || name === null || at <= name.to ? undefined : nameOf(state, node);
}

function childOf(state: EditorState, node: SyntaxNode, name: string): SyntaxNode | null {
  if (node.name === 'Object') {
    return node.getChildren('Property').find((each) => nameOf(state, each) === name) ?? null;
  }
  if (node.name !== 'Array') return null;
  let child = node.firstChild;
  let left = Number(name);
  while (child !== null) {
    if (!/^[[\],]$/.test(child.name) && left-- === 0) return child;
    child = child.nextSibling;
  }
  return null;
}

function nameOf(state: EditorState, property: SyntaxNode): string {
  const name = property.getChild('PropertyName');
  return name === null ? '' : state.sliceDoc(name.from + 1, name.to - 1);
}

const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');
