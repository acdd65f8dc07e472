// The click that follows a drag is not one. None may follow; then the next press is heeded again.
const swallow = (event: Event): void => {
  event.preventDefault();
  event.stopPropagation();
};
const heed = (): void => window.removeEventListener('click', swallow, { capture: true });

export function wasDrag(): void {
  window.addEventListener('click', swallow, { capture: true, once: true });
  window.addEventListener('pointerdown', heed, { capture: true, once: true });
}
