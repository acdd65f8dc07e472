// Where a replay stands in the address: which game, which entry of its record, through whose eyes, and
// whether its analysis is wanted.
import type { Viewer } from '../../replay/replay.svelte';

interface Place {
  entry: number | null;
  viewer: Viewer | undefined;
  analysis: boolean;
}

export function placeIn(hash: string): Place {
  const query = new URLSearchParams(hash.split('?')[1] ?? '');
  const at = query.get('at');
  const as = query.get('as');
  let viewer: Viewer | undefined;
  if (as === 'all') viewer = 'open';
  else if (as === 'none') viewer = null;
  else if (as !== null && /^[1-9]$/.test(as)) viewer = Number(as);
  const entry = at !== null && /^\d{1,6}$/.test(at) ? Number(at) : null;
  return { entry, viewer, analysis: query.has('analysis') };
}

export const withAnalysis = (hash: string): string => `${hash}?analysis`;

export function withPlace(hash: string, entry: number, viewer: Viewer): string {
  const as = viewer === 'open' ? 'all' : viewer === null ? 'none' : String(viewer);
  return `${hash.split('?')[0]}?at=${entry}&as=${as}`;
}
