import { expect, test } from 'vitest'
import type { MemoryId, ProposalId } from '../../../src/core/domain/ids.ts'
import { addMemory } from '../../../src/memory/items/add-memory.ts'
import { restoreMemory, undoAddMemory } from '../../../src/memory/items/change-memory.ts'
import { decideProposal } from '../../../src/memory/proposals/decide.ts'
import { ensureContinuousThread } from '../../../src/threads/thread.ts'
import { addPerson, type Page, signIn, startPage, type Visitor, write } from './page-harness.ts'

const html = async (visitor: Visitor, path: string) => (await visitor.get(path, { accept: 'text/html' })).text()
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const statuses = async ({ store }: Page) => (await store.db.memoryItem.findMany({ orderBy: { id: 'asc' } })).map(({ status }) => status)

/** The page with two memories about a cat, and the proposal to merge them. */
async function setup() {
  const page = await startPage()
  const { store, options, owner } = page
  const message = await write(page, { text: 'The cat is grey', sentAt: '2026-11-18T08:00:00Z' })
  const scope = {
    userId: owner.id,
    threadId: await ensureContinuousThread(store, owner.id, options.clock.now()),
    audience: 'private' as const,
  }
  const itemIds: number[] = []
  for (const content of ['Has a <b>cat</b>.', 'The cat is grey.']) {
    const { item } = await store.transaction((tx) =>
      addMemory(tx, { scope, now: options.clock.now() }, { type: 'fact', content, source: message.id }),
    )
    itemIds.push(item.id)
  }
  const { id } = await store.db.memoryProposal.create({
    data: {
      ...{ userId: owner.id, audience: 'private', kind: 'merge', itemIds, text: 'Has a grey <i>cat</i>.', reason: 'One cat.' },
      createdAt: options.clock.now(),
    },
  })
  return { page, id, message, itemIds, visitor: await signIn(page) }
}

test('a suggestion is shown with all of its texts and sources, and with a button for each decision', async () => {
  const { visitor, id, message, itemIds } = await setup()
  const shown = await html(visitor, '/memory/')
  const section = shown.slice(shown.indexOf('suggestions-title'), shown.indexOf('</section>'))
  for (const part of [
    '>Suggestions</h2>',
    'Has a &lt;b>cat&lt;/b>.',
    'The cat is grey.',
    'Has a grey &lt;i>cat&lt;/i>.',
    'One cat.',
    `href="/memory/${itemIds[0]}/"`,
    `/continuous/?message=${message.id}#m${message.id}`,
    `action="/memory/suggestions/${id}/accept/"`,
    `action="/memory/suggestions/${id}/decline/"`,
  ])
    expect(section).toContain(part)
  expect(await html(visitor, '/memory/?archived=1')).not.toContain('Suggestions')
})

test('a suggestion is accepted, told of, and undone, by forms that lead back', async () => {
  const { page, visitor, id } = await setup()
  expect((await visitor.post(`/memory/suggestions/${id}/accept/`, '', { ...form, origin: 'https://elsewhere.example' })).status).toBe(403)
  const response = await visitor.post(`/memory/suggestions/${id}/accept/`, '', form)
  expect([response.status, response.headers.get('location')]).toEqual([303, `/memory/?decided=${id}#notice`])
  expect(await statuses(page)).toEqual(['archived', 'archived', 'active'])
  // A second press changes nothing.
  await visitor.post(`/memory/suggestions/${id}/accept/`, '', form)
  expect(await statuses(page)).toEqual(['archived', 'archived', 'active'])
  const accepted = await html(visitor, `/memory/?decided=${id}`)
  expect(accepted).toContain('Accepted: your memory is updated.')
  expect(accepted).toContain(`action="/memory/suggestions/${id}/undo/"`)
  expect(accepted).not.toContain('suggestions-title')
  await visitor.post(`/memory/suggestions/${id}/undo/`, '', form)
  expect(await statuses(page)).toEqual(['active', 'active'])
  const undone = await html(visitor, `/memory/?decided=${id}`)
  expect(undone).toContain('Declined. Nothing is changed.')
  expect(undone).not.toContain('/undo/')
})

test('a suggestion is declined, and nobody else sees or decides it', async () => {
  const { page, visitor, id } = await setup()
  const stranger = await signIn(page, (await addPerson(page, 'Marta')).id)
  expect(await html(stranger, `/memory/?decided=${id}`)).not.toContain('notice')
  for (const form of ['accept', 'decline', 'undo']) expect((await stranger.post(`/memory/suggestions/${id}/${form}/`, {})).status).toBe(404)
  expect((await visitor.post(`/memory/suggestions/${id}/decline/`, '', form)).status).toBe(303)
  expect(await statuses(page)).toEqual(['active', 'active'])
  expect(await html(visitor, '/memory/')).not.toContain('Suggestions')
})

test('what was undone in the chat is not offered to be undone again', async () => {
  const { page, visitor, id, itemIds } = await setup()
  const { store, options, owner } = page
  const { threadId } = await store.db.continuousThread.findFirstOrThrow()
  const context = { scope: { userId: owner.id, threadId: threadId as never, audience: 'private' as const }, now: options.clock.now() }
  const { id: archival } = await store.db.memoryProposal.create({
    data: {
      ...{ userId: owner.id, audience: 'private', kind: 'archive', itemIds: itemIds.slice(0, 1), text: '', reason: 'Old.' },
      createdAt: options.clock.now(),
    },
  })
  const accept = (of: number) => store.transaction((tx) => decideProposal(tx, context, { id: of as ProposalId, accept: true }))
  const noticeOf = async (of: number) => /id="notice".*?<\/div>/s.exec(await html(visitor, `/memory/?decided=${of}`))?.[0] ?? ''

  await accept(archival)
  expect(await noticeOf(archival)).toContain('/undo/')
  await store.transaction((tx) => restoreMemory(tx, context, itemIds[0] as MemoryId))
  expect(await noticeOf(archival)).toMatch(/Declined\. Nothing is changed\.(?!.*undo)/s)

  const merged = await accept(id)
  expect(await noticeOf(id)).toContain('/undo/')
  await store.transaction((tx) => undoAddMemory(tx, context, merged!.item!.id))
  expect(await noticeOf(id)).toMatch(/Declined\. Nothing is changed\.(?!.*undo)/s)
  expect(await statuses(page)).toEqual(['active', 'active'])
})
