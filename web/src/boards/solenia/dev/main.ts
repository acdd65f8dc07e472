import { mount } from 'svelte';
import { needWords, setLanguage, type Language } from '../../../text';
import Harness from './Harness.svelte';

// dev-board.html?position=winter&theme=dark&lang=pl&card=1&space=d4
const wish = new URLSearchParams(location.search);
document.documentElement.dataset.theme = wish.get('theme') ?? 'light';
if (wish.get('motion')) document.documentElement.dataset.motion = wish.get('motion')!;
await setLanguage((wish.get('lang') ?? 'en') as Language, false);
await Promise.all(['solenia', 'board-solenia'].map(needWords));
mount(Harness, { target: document.getElementById('app')!, props: { wish } });
