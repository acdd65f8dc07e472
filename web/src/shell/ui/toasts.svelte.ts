// Short notes at the edge of the page.
interface Toast {
  id: number;
  text: string;
  kind: 'note' | 'bad';
  action?: { label: string; run: () => void };
}

let next = 1;
export const toasts = $state<Toast[]>([]);
const timers = new Map<number, ReturnType<typeof setTimeout>>();

// What was said about a place that is left now.
export function dismissPassing(): void {
  for (const one of [...toasts]) if (timers.has(one.id) && !one.action) dismiss(one.id);
}

export function dismiss(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  const at = toasts.findIndex((one) => one.id === id);
  if (at >= 0) toasts.splice(at, 1);
}

// Stays for so many seconds; 0: until it is closed.
export function toast(
  text: string,
  {
    kind = 'note',
    action,
    seconds = 8,
  }: Partial<Omit<Toast, 'id' | 'text'>> & { seconds?: number } = {},
): number {
  const id = next++;
  toasts.push({ id, text, kind, action });
  if (seconds > 0)
    timers.set(
      id,
      setTimeout(() => dismiss(id), seconds * 1000),
    );
  return id;
}
