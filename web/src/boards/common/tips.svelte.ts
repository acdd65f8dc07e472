// What is pointed at, focused or held says what it is. One bubble for the whole table (Tip.svelte).
export interface Tip {
  text: string;
  at: DOMRect;
  beside: DOMRect | null; // a board that must not be covered
}

let shown = $state.raw<Tip | null>(null);
let owner: Element | null = null;
let timer = 0;

export const tipShown = (): Tip | null => shown;

export function hideTip(element?: Element): void {
  if (element && element !== owner) return;
  clearTimeout(timer);
  owner = null;
  shown = null;
}

type Words = string | null | Promise<string>;

function show(element: Element, words: () => Words): void {
  owner = element;
  const put = (text: string | null) => {
    if (owner !== element || !element.isConnected) return;
    if (!text) {
      shown = null;
      return;
    }
    const board = element.closest('[data-keep-clear]');
    shown = {
      text,
      at: element.getBoundingClientRect(),
      beside: board ? board.getBoundingClientRect() : null,
    };
  };
  const result = words();
  if (result instanceof Promise) result.then(put, () => put(null));
  else put(result);
}

// {@attach tip(() => 'words')}
export function tip(words: () => Words) {
  return (element: Element) => {
    let held = false;
    const later = (ms: number) => {
      clearTimeout(timer);
      timer = window.setTimeout(() => show(element, words), ms);
    };
    const enter = (event: Event) => {
      if ((event as PointerEvent).pointerType === 'touch') return;
      later(shown ? 60 : 380);
    };
    const leave = () => {
      clearTimeout(timer);
      hideTip(element);
    };
    const down = (event: Event) => {
      held = false;
      if ((event as PointerEvent).pointerType !== 'touch') return;
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        held = true;
        show(element, words);
      }, 450);
    };
    const up = (event: Event) => {
      if ((event as PointerEvent).pointerType === 'touch') {
        clearTimeout(timer);
        if (held) window.setTimeout(() => hideTip(element), 2400);
      }
    };
    // Holding asks; it does not choose.
    const click = (event: Event) => {
      if (held) {
        event.preventDefault();
        event.stopImmediatePropagation();
        held = false;
        return;
      }
      leave();
    };
    const focus = () => {
      if (element.matches(':focus-visible')) later(120);
    };
    const listeners: [string, (event: Event) => void][] = [
      ['pointerenter', enter],
      ['pointerleave', leave],
      ['pointerdown', down],
      ['pointerup', up],
      ['pointercancel', up],
      ['focus', focus],
      ['blur', leave],
    ];
    for (const [name, listen] of listeners) element.addEventListener(name, listen);
    element.addEventListener('click', click, true);
    return () => {
      leave();
      for (const [name, listen] of listeners) element.removeEventListener(name, listen);
      element.removeEventListener('click', click, true);
    };
  };
}
