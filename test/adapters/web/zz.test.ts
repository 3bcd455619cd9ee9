import { test } from 'vitest'
import { relabelDays } from '../../../src/threads/relabel.ts'
import { startPage, write } from './page-harness.ts'
test('x', async () => {
  const page = await startPage()
  await write(page, { text: 'a', sentAt: '2026-11-18T08:00:00Z' })
  await relabelDays(page.options, page.owner.id, 'Europe/Paris')
})
