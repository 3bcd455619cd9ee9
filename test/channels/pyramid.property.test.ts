import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ChannelWindow,
  type PyramidNode,
  type PyramidPosition,
  planPyramid,
  startOfWindow,
  windowMs,
} from '../../src/channels/pyramid.ts'
import { listRoots } from './roots.ts'

const nothing = () => undefined
const keyOf = ({ level, ordinal }: PyramidPosition) => `${level}/${ordinal}`

/** Windows in order, as the days of a channel leave them: with gaps, and changed now and then. */
const windows: fc.Arbitrary<ChannelWindow[]> = fc
  .uniqueArray(fc.tuple(fc.nat(2_000), fc.integer({ min: 1, max: 3 })), { selector: ([slot]) => slot, maxLength: 70 })
  .map((slots) =>
    slots
      .toSorted(([a], [b]) => a - b)
      .map(([slot, revision]) => ({ startsAt: new Date(Date.UTC(2026, 0, 1) + slot * windowMs), revision })),
  )

const planAll = (all: readonly ChannelWindow[]) => planPyramid(all, 0, nothing)

/** The windows that a node stands for. */
const windowsOf = ({ level, ordinal }: PyramidPosition) =>
  Array.from({ length: 2 ** (level - 1) }, (_, n) => ordinal * 2 ** (level - 1) + n)

describe('a pyramid', () => {
  test('pairs neighbors by their position, up to the last complete pair', () => {
    fc.assert(
      fc.property(windows, (all) => {
        const nodes = planAll(all)
        const sources = new Map(nodes.map((node) => [keyOf(node), node.source]))
        expect(sources.size).toBe(nodes.length)
        for (let level = 1; level <= 8; level++)
          expect(nodes.filter((node) => node.level === level)).toHaveLength(Math.floor(all.length / 2 ** (level - 1)))
        for (const { level, ordinal, neighbors } of nodes.filter((node) => node.level > 1))
          expect(neighbors).toEqual([0, 1].map((side) => sources.get(keyOf({ level: level - 1, ordinal: ordinal * 2 + side }))))
      }),
    )
  })

  test('represents every window once, oldest first, by few summaries', () => {
    fc.assert(
      fc.property(fc.nat(100_000), (count) => {
        const roots = listRoots(count)
        expect(roots.length).toBeLessThanOrEqual(Math.floor(Math.log2(count + 1)) + 1)
        let next = 0
        for (const { level, ordinal } of roots) {
          expect(ordinal * 2 ** (level - 1)).toBe(next)
          next += 2 ** (level - 1)
        }
        expect(next).toBe(count)
      }),
    )
  })

  test('has each of its roots', () => {
    fc.assert(
      fc.property(windows, (all) => {
        const keys = new Set(planAll(all).map(keyOf))
        expect(
          listRoots(all.length)
            .map(keyOf)
            .every((key) => keys.has(key)),
        ).toBe(true)
        expect(listRoots(all.length).flatMap(windowsOf)).toEqual(all.map((_, n) => n))
      }),
    )
  })

  test('is the same when it is planned again from the first change on', () => {
    fc.assert(
      fc.property(windows, windows, fc.nat(70), (before, after, kept) => {
        const shared = Math.min(kept, before.length, after.length)
        const [old, now] = [
          before,
          [...before.slice(0, shared), ...after.filter(({ startsAt }) => startsAt > (before[shared - 1]?.startsAt ?? 0))],
        ]
        const stored = new Map(planAll(old).map((node) => [keyOf(node), node.source]))
        const planned = planPyramid(now.slice(shared), shared, (position) => stored.get(keyOf(position)))
        const untouched = (node: PyramidNode) => windowsOf(node).every((n) => n < shared)
        expect(new Set(planned.map((node) => `${keyOf(node)} ${node.source}`))).toEqual(
          new Set(
            planAll(now)
              .filter((node) => !untouched(node))
              .map((node) => `${keyOf(node)} ${node.source}`),
          ),
        )
      }),
    )
  })

  test('changes exactly the summaries above a changed window', () => {
    fc.assert(
      fc.property(windows, fc.nat(), (all, choice) => {
        fc.pre(all.length > 0)
        const changed = choice % all.length
        const edited = all.map((window, n) => (n === changed ? { ...window, revision: window.revision + 1 } : window))
        const before = new Map(planAll(all).map((node) => [keyOf(node), node.source]))
        for (const node of planAll(edited)) expect(before.get(keyOf(node)) !== node.source).toBe(windowsOf(node).includes(changed))
      }),
    )
  })

  test('cannot be planned without what is left of the changes', () => {
    const all = [0, 1, 2].map((n) => ({ startsAt: new Date(n * windowMs), revision: 1 }))
    expect(() => planPyramid(all.slice(1), 1, nothing)).toThrow('lacks a summary of level 1')
  })
})

test('windows are aligned to UTC and contain their start, but not their end', () => {
  expect(startOfWindow(new Date('2026-11-27T09:29:59.999Z'))).toEqual(new Date('2026-11-27T09:00:00Z'))
  expect(startOfWindow(new Date('2026-11-27T09:30:00Z'))).toEqual(new Date('2026-11-27T09:30:00Z'))
  expect(startOfWindow(new Date(-1))).toEqual(new Date(-windowMs))
})
