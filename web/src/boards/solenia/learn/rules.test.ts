import { describe } from 'vitest';
import { testBook } from '../../../learn/testing';
import Picture from './Picture.svelte';
import { rules } from './rules';

describe('the book of Solenia', () => testBook(rules, Picture));
