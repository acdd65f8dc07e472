import { mount } from 'svelte';
import './shell/theme.css';
import App from './App.svelte';
import { followSettings } from './shell/dress.svelte';
import { openLanguage } from './text';

followSettings();
await openLanguage().catch(() => undefined); // keys are shown then, but the page works
mount(App, { target: document.getElementById('app')! });
