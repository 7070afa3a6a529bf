import { describe, expect, it } from 'vitest';
import { BodyBudget } from '../../../../electron/main/service/http/body.js';

const said = (length: number) => ({ 'content-length': String(length) });

describe('the budget of bodies', () => {
  it('is taken by what the requests say, and free again when they leave', () => {
    const budget = new BodyBudget(100, 60);
    const leave = budget.take(said(60));
    expect(budget.take(said(41))).toBeNull();
    expect(budget.take(said(40))).not.toBeNull();
    expect(budget.take(said(1))).toBeNull();
    leave?.();
    leave?.();
    expect(budget.take(said(60))).not.toBeNull();
    expect(budget.take(said(1))).toBeNull();
  });

  it('counts a body of unknown length, or of more than is read, as the largest', () => {
    const budget = new BodyBudget(100, 60);
    expect(budget.take({})).not.toBeNull();
    expect(budget.take({ 'transfer-encoding': 'chunked' })).toBeNull();
    expect(budget.take(said(40))).not.toBeNull();
    expect(budget.take(said(1))).toBeNull();
    expect(new BodyBudget(100, 60).take(said(1000))).not.toBeNull();
  });

  it('lets one in that is larger than all of it', () => {
    const budget = new BodyBudget(100, 1000);
    expect(budget.take(said(1000))).not.toBeNull();
    expect(budget.take(said(1))).toBeNull();
  });
});
