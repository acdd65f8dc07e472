// The keys of the table; keys.ts tells of them.
import { tick } from 'svelte';
import { hideTip } from '../common/tips.svelte';
import type { Tab } from './layout';
import { SPOTS } from './plan';
import type { Table } from './table.svelte';

const PLAN_KEYS = 'qwertasdfghjc'; // as SPOTS

export function key(table: Table, event: KeyboardEvent): void {
  const target = event.target as HTMLElement | null;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (target?.closest('input, textarea, select, [contenteditable], dialog')) return;
  const name = event.key.toLowerCase();
  if (plans(table, name) || counts(table, name) || jumps(table, name, event.shiftKey)) {
    event.preventDefault();
  } else if (name === 'm') open(table, 'planet', '[data-planet] [tabindex="0"]');
  else if (name === 'n') open(table, 'talks', '.nego .cols [tabindex="0"]');
  else if (name === 'c') open(table, 'cards', '.hand [tabindex="0"]');
  else if (name === 'b') focusOn(table, '[data-base] [tabindex="0"]');
  else if (name === 'escape') close(table);
}

// The dice that wait are named by their number, and their places by letters.
function plans(table: Table, name: string): boolean {
  const { planner } = table;
  if (!planner.active || name.length !== 1) return false;
  const spot = SPOTS[PLAN_KEYS.indexOf(name)];
  if (spot) table.press(spot);
  else if (planner.waiting.includes(Number(name))) planner.hold(Number(name));
  else return false;
  return true;
}

// The value the piece in hand counts as.
function counts({ sender }: Table, name: string): boolean {
  const { live, values } = sender;
  if (!live || values.length < 2 || !values.includes(Number(name))) return false;
  sender.setValue(Number(name));
  return true;
}

// From one place that is lit to the next.
function jumps(table: Table, name: string, back: boolean): boolean {
  if (name !== 't') return false;
  const all = [...(table.root?.querySelectorAll<HTMLElement>('[data-lit]') ?? [])].filter(
    (one) => one.getClientRects().length > 0,
  );
  if (all.length === 0) return false;
  const here = all.indexOf(document.activeElement as HTMLElement);
  const last = here >= 0 ? here : table.jumped;
  table.jumped = (last + (back ? all.length - 1 : 1)) % all.length;
  all[table.jumped]?.focus();
  return true;
}

const focusOn = ({ root }: Table, selector: string) =>
  root?.querySelector<HTMLElement>(selector)?.focus();

function open(table: Table, tab: Tab, selector: string): void {
  if (table.places.phone) table.tab = tab;
  void tick().then(() => focusOn(table, selector));
}

function close(table: Table): void {
  if (table.peek !== null) table.peek = null;
  else if (table.pending !== null || (table.props.picked ?? []).length > 0) {
    hideTip();
    table.props.choose(null);
  }
}
