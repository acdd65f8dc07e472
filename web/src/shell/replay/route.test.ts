import { expect, it } from 'vitest';
import { placeIn, withAnalysis, withPlace } from './route';

it('keeps entry and viewer in the address', () => {
  const hash = withPlace('#/replay/game:abc?at=3&as=1', 44, 'open');
  expect(hash).toBe('#/replay/game:abc?at=44&as=all');
  expect(placeIn(hash)).toMatchObject({ entry: 44, viewer: 'open' });
  expect(placeIn(withPlace(hash, 0, null))).toMatchObject({ entry: 0, viewer: null });
  expect(placeIn(withPlace(hash, 7, 2))).toMatchObject({ entry: 7, viewer: 2 });
});

it('takes nothing from an address that says nothing', () => {
  expect(placeIn('#/replay/game:abc')).toMatchObject({ entry: null, viewer: undefined });
  expect(placeIn('#/replay/game:abc?at=x&as=33')).toMatchObject({ entry: null, viewer: undefined });
});

it('says that the analysis is wanted', () => {
  expect(placeIn(withAnalysis('#/replay/game:abc')).analysis).toBe(true);
  expect(placeIn('#/replay/game:abc?at=1').analysis).toBe(false);
});
