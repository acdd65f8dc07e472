import { describe } from 'vitest';
import { testBook } from '../../../learn/testing';
import { rules } from './rules';

describe('the book of Solenia', () => testBook(rules));
