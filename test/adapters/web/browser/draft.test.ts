import { describe, expect, test } from 'vitest'
import { chooseDraft, createDraft, type DraftDeps } from '../../../../adapters/web/browser/box/draft.ts'
import type { KeptTexts } from '../../../../adapters/web/browser/lib/kept.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A draft whose saves are answered by the test, and whose timers it runs. */
function openDraft(kept = new Map<string, string>(), options: Partial<DraftDeps> = {}) {
  const saves: { readonly text: string; readonly keepalive: boolean }[] = []
  const shown: string[] = []
  let due: (() => void) | undefined
  const knownAtSaves: (readonly string[])[] = []
  let answer = (_status: number, _stored?: string) => {}
  const texts: KeptTexts = {
    read: (name) => kept.get(name) ?? null,
    write: (name, text) => (text === null ? void kept.delete(name) : void kept.set(name, text)),
    clear: () => kept.clear(),
  }
  const draft = createDraft({
    kept: texts,
    stored: '',
    save: ({ text, known }, { keepalive } = { keepalive: false }) => {
      saves.push({ text, keepalive })
      knownAtSaves.push(known)
      return new Promise((resolve, reject) => {
        answer = (status, stored = text) => (status === 200 ? resolve({ text: stored }) : reject({ status }))
      })
    },
    load: async () => undefined,
    runLater: (_ms, run) => {
      due = run
      return () => {
        due = undefined
      }
    },
    random: () => 0.5,
    onChange: (text) => shown.push(text),
    isBusy: () => false,
    ...options,
  })
  return {
    draft,
    kept,
    shown,
    saved: () => saves.map(({ text }) => text),
    saves,
    isDue: () => due !== undefined,
    async runDue() {
      const run = due
      due = undefined
      run?.()
      await settle()
    },
    knownAtSaves,
    /** Answers the last save. The server has what was saved, unless another browser wrote something else. */
    async answer(status: number, stored?: string) {
      answer(status, stored)
      await settle()
    },
  }
}

describe('a draft', () => {
  test('is kept in the browser from the first letter until the server has it', async () => {
    const { draft, kept, saved, runDue, answer } = openDraft()
    draft.change('H')
    draft.change('Hello')
    expect(saved()).toEqual([])
    expect([...kept.values()].join()).toContain('Hello')
    await runDue()
    expect(saved()).toEqual(['Hello'])
    expect(kept.size).toBe(1)
    await answer(200)
    expect(kept.size).toBe(0)
  })

  test('is saved by one request after another, the last text at the end', async () => {
    const { draft, kept, saved, isDue, runDue, answer } = openDraft()
    draft.change('One')
    await runDue()
    draft.change('One two')
    await runDue()
    expect(saved()).toEqual(['One'])
    await answer(200)
    await runDue()
    expect(saved()).toEqual(['One', 'One two'])
    draft.change('')
    await answer(200)
    await runDue()
    await answer(200)
    expect(saved()).toEqual(['One', 'One two', ''])
    expect(kept.size).toBe(0)
    expect(isDue()).toBe(false)
  })

  test('is tried again while the server cannot be reached, and not if it refuses', async () => {
    const { draft, saved, isDue, runDue, answer } = openDraft()
    draft.change('Hello')
    await runDue()
    await answer(0)
    expect(isDue()).toBe(true)
    await runDue()
    await answer(503)
    draft.wake()
    await answer(400)
    expect(saved()).toEqual(['Hello', 'Hello', 'Hello'])
    expect(isDue()).toBe(false)
  })

  test('survives the end of a page that could not save it', async () => {
    const kept = new Map<string, string>()
    const first = openDraft(kept, { stored: 'Old' })
    first.draft.change('New')
    await first.runDue()
    await first.answer(0)
    const next = openDraft(kept, { stored: 'Old' })
    expect(next.draft.text()).toBe('New')
    await next.runDue()
    expect(next.saved()).toEqual(['New'])
  })

  test('that was saved by the page that was left, and changed elsewhere since, is the changed one', () => {
    const kept = new Map<string, string>()
    const first = openDraft(kept)
    first.draft.change('From here')
    first.draft.leave()
    expect(first.saves).toEqual([{ text: 'From here', keepalive: true }])
    const next = openDraft(kept, { stored: 'From elsewhere' })
    expect(next.draft.text()).toBe('From elsewhere')
    expect(kept.size).toBe(0)
  })

  test('of another browser is shown unless something is being written here', async () => {
    let stored = 'Elsewhere'
    let busy = false
    const { draft, shown, saved } = openDraft(undefined, { load: async () => stored, isBusy: () => busy })
    await draft.refresh()
    expect(shown).toEqual(['Elsewhere'])
    expect(draft.text()).toBe('Elsewhere')
    stored = 'Elsewhere again'
    busy = true
    await draft.refresh()
    busy = false
    const looking = draft.refresh()
    draft.change('Here')
    await looking
    await draft.refresh()
    expect(shown).toEqual(['Elsewhere'])
    expect(saved()).toEqual([])
  })

  test('does not replace what another browser has written meanwhile: both are kept', async () => {
    const { draft, shown, saved, knownAtSaves, runDue, answer } = openDraft(undefined, { stored: 'Old' })
    draft.change('Here')
    await runDue()
    expect(knownAtSaves).toEqual([['Old', 'Here']])
    await answer(200, 'Elsewhere')
    expect(draft.text()).toBe('Elsewhere\n\nHere')
    expect(shown).toEqual(['Elsewhere\n\nHere'])
    await runDue()
    await answer(200)
    expect(saved()).toEqual(['Here', 'Elsewhere\n\nHere'])
    expect(knownAtSaves[1]).toContain('Elsewhere')
  })

  test('can be saved after many attempts without a connection', async () => {
    const { draft, knownAtSaves, runDue, answer } = openDraft(undefined, { stored: 'Old' })
    for (let attempt = 0; attempt < 30; attempt++) {
      draft.change(`Attempt ${attempt}`)
      await runDue()
      await answer(0)
    }
    const known = knownAtSaves.at(-1) ?? []
    // The server takes at most 20.
    expect(known.length).toBeLessThanOrEqual(20)
    expect(known[0]).toBe('Old')
    expect(known.at(-1)).toBe('Attempt 29')
  })

  test('is neither saved nor kept once the session has ended', async () => {
    const { draft, saved, isDue } = openDraft()
    draft.change('Hello')
    draft.close()
    draft.change('Hello there')
    draft.leave()
    draft.wake()
    expect(isDue()).toBe(false)
    expect(saved()).toEqual([])
  })
})

test('what a browser could not save applies, and both are kept if something was written elsewhere since', () => {
  expect(chooseDraft('server', undefined)).toBe('server')
  expect(chooseDraft('before', { text: 'here', known: ['before'] })).toBe('here')
  expect(chooseDraft('being saved', { text: 'being saved, and more', known: ['before', 'being saved'] })).toBe('being saved, and more')
  expect(chooseDraft('elsewhere', { text: 'here', known: ['before'] })).toBe('elsewhere\n\nhere')
  expect(chooseDraft('elsewhere', { text: 'here', known: ['before', 'here'] })).toBe('elsewhere')
  expect(chooseDraft('here and more', { text: 'here', known: ['before'] })).toBe('here and more')
  expect(chooseDraft('before', { text: 'offline' })).toBe('before\n\noffline')
  expect(chooseDraft('', { text: 'offline' })).toBe('offline')
  expect(chooseDraft('', { text: 'here', known: ['before'] })).toBe('here')
  expect(chooseDraft('before', { text: '', known: ['before'] })).toBe('')
})
