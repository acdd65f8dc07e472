// One tab stop for a group; the arrows go to what lies that way.
const WAYS: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};
const members = (group: Element) => [
  ...group.querySelectorAll<HTMLElement>('button:not([disabled]), [data-rove]'),
];

export function rove(group: Element) {
  let current: HTMLElement | null = null;
  const settle = () => {
    const all = members(group);
    if (!current || !all.includes(current))
      current = all.find((one) => one.dataset.lit !== undefined) ?? all[0] ?? null;
    for (const one of all) {
      const stop = one === current ? 0 : -1;
      if (one.tabIndex !== stop) one.tabIndex = stop;
    }
  };
  const focus = (event: Event) => {
    const at = (event.target as Element).closest<HTMLElement>('button, [data-rove]');
    if (!at || !group.contains(at)) return;
    current = at;
    settle();
  };
  const key = (event: Event) => {
    const pressed = event as KeyboardEvent;
    const way = WAYS[pressed.key];
    const from = (pressed.target as Element).closest<HTMLElement>('button, [data-rove]');
    if (!way || !from || pressed.ctrlKey || pressed.metaKey || pressed.altKey) return;
    const a = from.getBoundingClientRect();
    const middle = (box: DOMRect) => [box.left + box.width / 2, box.top + box.height / 2] as const;
    const [ax, ay] = middle(a);
    let next: HTMLElement | null = null;
    let least = Infinity;
    for (const one of members(group)) {
      if (one === from) continue;
      const [x, y] = middle(one.getBoundingClientRect());
      const along = (x - ax) * way[0] + (y - ay) * way[1];
      const aside = Math.abs((x - ax) * way[1]) + Math.abs((y - ay) * way[0]);
      if (along < 4) continue;
      const far = along + 2.2 * aside;
      if (far < least) {
        least = far;
        next = one;
      }
    }
    pressed.preventDefault();
    next?.focus();
  };
  const observer = new MutationObserver(settle);
  observer.observe(group, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['data-lit'],
  });
  group.addEventListener('focusin', focus);
  group.addEventListener('keydown', key);
  settle();
  return () => {
    observer.disconnect();
    group.removeEventListener('focusin', focus);
    group.removeEventListener('keydown', key);
  };
}
