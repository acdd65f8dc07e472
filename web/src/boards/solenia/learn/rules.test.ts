import { describe } from 'vitest';
import { testBook } from '../../../shell/learn/testing';
import { rules } from './rules';

describe('the book of Solenia', () => testBook(rules));
