import { describe, expect, it } from 'vitest';
import { BodyBudget } from '../../../../electron/main/service/http/body.js';

const declare = (length: number) => ({ 'content-length': String(length) });

describe('the memory budget of request bodies', () => {
  it('is reserved by the declared length, and released with the request', () => {
    const budget = new BodyBudget(100, 60, false);
    const leave = budget.take(declare(60), 'a');
    expect(budget.take(declare(41), 'a')).toBeNull();
    expect(budget.take(declare(40), 'a')).not.toBeNull();
    expect(budget.take(declare(1), 'a')).toBeNull();
    leave?.();
    leave?.();
    expect(budget.take(declare(60), 'a')).not.toBeNull();
    expect(budget.take(declare(1), 'a')).toBeNull();
  });

  it('counts a body of unknown or excessive length as the largest', () => {
    const budget = new BodyBudget(100, 60, false);
    expect(budget.take({}, 'a')).not.toBeNull();
    expect(budget.take({ 'transfer-encoding': 'chunked' }, 'a')).toBeNull();
    expect(budget.take(declare(40), 'a')).not.toBeNull();
    expect(budget.take(declare(1), 'a')).toBeNull();
    expect(new BodyBudget(100, 60, false).take(declare(1000), 'a')).not.toBeNull();
  });

  it('accepts one body that exceeds the whole budget', () => {
    const budget = new BodyBudget(100, 1000, false);
    expect(budget.take(declare(1000), 'a')).not.toBeNull();
    expect(budget.take(declare(1), 'a')).toBeNull();
  });
});

it('no account uses up the memory of all request bodies', () => {
  const budget = new BodyBudget(100, 60, true);
  expect(budget.take(declare(60), 'a')).not.toBeNull();
  expect(budget.take(declare(16), 'a')).not.toBeNull();
  expect(budget.take(declare(4), 'a')).toBeNull();
  expect(budget.take(declare(20), 'b')).not.toBeNull();
});
