import { describe, expect, it } from 'vitest';
import { BodyBudget } from '../../../../electron/main/service/http/body.js';

const declare = (length: number) => ({ 'content-length': String(length) });

describe('the memory budget of request bodies', () => {
  it('is reserved by the declared length, and released with the request', () => {
    const budget = new BodyBudget(100, 60);
    const leave = budget.take(declare(60));
    expect(budget.take(declare(41))).toBeNull();
    expect(budget.take(declare(40))).not.toBeNull();
    expect(budget.take(declare(1))).toBeNull();
    leave?.();
    leave?.();
    expect(budget.take(declare(60))).not.toBeNull();
    expect(budget.take(declare(1))).toBeNull();
  });

  it('counts a body of unknown or excessive length as the largest', () => {
    const budget = new BodyBudget(100, 60);
    expect(budget.take({})).not.toBeNull();
    expect(budget.take({ 'transfer-encoding': 'chunked' })).toBeNull();
    expect(budget.take(declare(40))).not.toBeNull();
    expect(budget.take(declare(1))).toBeNull();
    expect(new BodyBudget(100, 60).take(declare(1000))).not.toBeNull();
  });

  it('accepts one body that exceeds the whole budget', () => {
    const budget = new BodyBudget(100, 1000);
    expect(budget.take(declare(1000))).not.toBeNull();
    expect(budget.take(declare(1))).toBeNull();
  });
});
