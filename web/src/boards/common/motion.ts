// How long things take: 1 as designed, a third when fast, 0 when nothing travels.
export function motionFactor(): number {
  const wish = document.documentElement.dataset.motion;
  if (wish === 'off') return 0;
  return wish === 'fast' ? 1 / 3 : 1;
}

export const OUT = 'cubic-bezier(.2,.8,.2,1)';
export const INOUT = 'cubic-bezier(.6,0,.2,1)';
export const DROP = 'cubic-bezier(.3,1.4,.5,1)';
