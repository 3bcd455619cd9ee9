import { expect, test } from 'vitest'
import { listAcceptedLocales } from '../../../adapters/web/server/language.ts'
import { languageSources } from '../../../src/core/domain/languages.ts'
import { catalogueLanguages } from '../../../src/core/messages/messages.ts'
import { createSignInLink } from '../../../src/people/sign-in.ts'
import { findUserById, storeLanguage } from '../../../src/people/users.ts'
import { type Page, reply, signIn, startPage, type Visitor, write } from './page-harness.ts'

const html = { accept: 'text/html' }
const german = { ...html, 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }

const open = async (visitor: Visitor, path: string, headers: Record<string, string> = html) => (await visitor.get(path, headers)).text()
const languageOf = async ({ options, owner }: Page) => {
  const { language, languageSource } = (await findUserById(options.store.db, owner.id))!
  return [language, languageSource]
}

test('the header is read by preference, and what is no language is left out', () => {
  const list = (header: string) => listAcceptedLocales({ headers: { 'accept-language': header } })
  expect(list('en;q=0.5, fr-CH, de;q=0.9')).toEqual(['fr-CH', 'de', 'en'])
  expect(list('*, ru;q=0, ja')).toEqual(['ja'])
  expect(list('')).toEqual([])
  expect(list(`de,${'x'.repeat(1_000)}`)).toEqual([])
})

test('before the sign-in, the page and its errors are in the first language of the browser that it has', async () => {
  const page = await startPage()
  const { token } = await createSignInLink(page.options, page.owner.id)
  const get = async (path: string, language: string) =>
    (await fetch(`${page.url}${path}`, { headers: { ...html, 'accept-language': language } })).text()
  expect(await get(`/sign-in/${token}`, 'sw,it;q=0.8')).toMatch(/<html lang="it" dir="ltr".*Accedi/s)
  expect(await get('/continuous/', 'ja')).toMatch(/<html lang="ja".*リンクからサインイン/s)
  expect(await get('/sign-in/wrong', 'sw')).toMatch(/<html lang="en".*This link no longer works/s)
  const refused = await fetch(`${page.url}/continuous/days/`, { headers: { 'accept-language': 'fr' } })
  expect(await refused.json()).toEqual({ error: 'Tu n’es pas connecté. Ouvre d’abord un lien de connexion.' })
})

test('a user of whom nothing is known has the language of their browser from then on', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  expect(await open(visitor, '/continuous/', german)).toMatch(/<html lang="de".*Willkommen bei Throughline/s)
  expect(await languageOf(page)).toEqual(['de', 'locale'])
  expect(await open(visitor, '/settings/', { ...html, 'accept-language': 'fr' })).toContain(
    'Aus deiner App oder deinem Browser übernommen.',
  )
  await visitor.post('/continuous/add-message/', { id: 'a'.repeat(16), text: 'Hallo' }, { 'accept-language': 'pt-BR, en;q=0.1' })
  expect(page.events.at(-1)).toMatchObject({ author: { locale: 'pt-BR' } })
})

test('a language that the page is not written in is kept, and the page is in one of the browser', async () => {
  const page = await startPage()
  await storeLanguage(page.options.store.db, page.owner.id, 'ar', 'writing')
  const visitor = await signIn(page)
  const settings = await open(visitor, '/settings/', german)
  expect(settings).toMatch(
    /<html lang="de" dir="ltr" .*<option value="ar" selected>Eine andere Sprache: العربية<\/option>.*Du schreibst in ihr\. In dieser Sprache antwortet dir Throughline\./s,
  )
  expect(await open(visitor, '/settings/')).toContain('<html lang="en"')
})

test('a language is chosen in the settings, by its own name', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const before = await open(visitor, '/settings/')
  const offered = [...before.matchAll(/<option value="(..)" lang="..".*?>([^<]+)</g)].map(([, code, name]) => `${code} ${name}`)
  expect(offered).toEqual([
    'en English',
    'de Deutsch',
    'fr Français',
    'es Español',
    'it Italiano',
    'pt Português',
    'ru Русский',
    'ja 日本語',
    'zh 中文',
  ])
  expect(before).not.toContain('Another language')
  expect((await visitor.post('/settings/language/', 'language=ja', form)).status).toBe(303)
  expect(await languageOf(page)).toEqual(['ja', languageSources.at(-1)])
  expect(await open(visitor, '/settings/', german)).toMatch(
    /<html lang="ja".*<option value="ja" lang="ja" selected>.*あなたが選んだ言語です。/s,
  )
  const refused = await visitor.post('/settings/language/', 'language=xx', { ...form, ...html })
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('このページにない言語です。')])
  expect(await languageOf(page)).toEqual(['ja', 'choice'])
  expect((await visitor.post('/settings/language/', 'language=pt-BR', form)).status).toBe(303)
  expect(await languageOf(page)).toEqual(['pt', 'choice'])
})

test('dates, numbers, steps and what is wrong with a form are in the language of the page', async () => {
  const page = await startPage()
  await storeLanguage(page.options.store.db, page.owner.id, 'ru', 'choice')
  const asked = await write(page, { text: 'Где ключ?', sentAt: '2026-11-17T08:00:00Z' })
  const search = { id: 'c', name: 'conversation_search', arguments: '{"query":"ключ"}' }
  for (const second of [1, 2]) await reply(page, asked, { text: '{}', role: 'tool', tool: search, sentAt: `2026-11-17T08:00:0${second}Z` })
  const visitor = await signIn(page)
  const day = (await open(visitor, '/continuous/day/2026-11-17/')).replaceAll('\u202F', ' ')
  expect(day).toContain('<title>Вчера · Throughline</title>')
  expect(day).toContain('<span class="date in-full">вторник, 17 ноября 2026 г.</span>')
  expect(day).toContain('<summary>Просмотрено: 2 поиска</summary>')
  expect(day).toContain('Поиск в разговоре: «ключ»')
  const refused = await visitor.post('/continuous/add-message/', { id: 'a'.repeat(16), text: ' ' })
  expect(await refused.json()).toEqual({ error: 'text: в сообщении должен быть текст.' })
})

test('texts have their own direction, code and citations run left to right', async () => {
  const page = await startPage()
  const arabic = await write(page, {
    text: 'مرحبا [#1]\n\n- `npm ci` أولا\n- ثانيا\n\n> اقتباس\n\n```\nlet x\n```',
    sentAt: '2026-11-18T08:00:00Z',
  })
  const day = await open(await signIn(page), '/continuous/')
  for (const part of [
    '<p dir="auto">مرحبا',
    `<a class="citation" href="/continuous/?message=1#m${arabic.id}" title="Open message 1"><bdi dir="ltr">#1</bdi></a>`,
    '<ul dir="auto">\n<li><code dir="ltr">npm ci</code> أولا</li>',
    // Its paragraph has no direction of its own, so that it decides that of the quotation.
    '<blockquote dir="auto">\n<p>اقتباس</p>',
    '<div class="code-block" dir="ltr">',
  ])
    expect(day).toContain(part)
})

test('no page in another language has English on it', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  for (const code of catalogueLanguages.filter((one) => one !== 'en')) {
    await storeLanguage(page.options.store.db, page.owner.id, code, 'choice')
    for (const path of ['/continuous/', '/memory/', '/settings/'])
      expect(await open(visitor, path), `${code} ${path}`).not.toMatch(
        /[>"](Settings|Search|Send|Days|Themes|Timezone|Sign out|Write a message)[<"]/,
      )
  }
})
