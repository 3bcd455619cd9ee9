import { expect, test } from 'vitest'
import { findPageLanguage } from '../../../adapters/web/pages/language.tsx'
import { offlineVersionOf } from '../../../adapters/web/pages/offline.tsx'
import type { Translate } from '../../../src/core/messages/messages.ts'
import { signIn, startPage } from './page-harness.ts'

test('the version of the offline page changes with its texts alone, and each language has its own', () => {
  const english = findPageLanguage('en')
  const translate: Translate = Object.assign(
    (...[key, values]: Parameters<Translate>) => (key === 'page.offline.text' ? 'Another sentence' : english.translate(key, values)),
    { locale: english.translate.locale, language: english.translate.language },
  )
  const same = { ...english }
  expect(offlineVersionOf(same)).toBe(offlineVersionOf(english))
  const other = { ...english, translate }
  expect(offlineVersionOf(other)).not.toBe(offlineVersionOf(english))
  expect(offlineVersionOf(findPageLanguage('de'))).not.toBe(offlineVersionOf(english))
})

test('a page names the version, by which its service worker asks for the offline page', async () => {
  const page = await startPage()
  const owner = await signIn(page)
  const html = { accept: 'text/html' }
  const version = offlineVersionOf(findPageLanguage('en'))
  for (const path of ['/continuous/', '/settings/'])
    expect(await (await owner.get(path, html)).text(), path).toContain(`data-offline="${version}"`)
})
