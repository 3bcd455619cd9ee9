import { expect, test } from 'vitest'
import { signIn, startPage, type Visitor } from './page-harness.ts'

const html = { accept: 'text/html' }

/** What of a page depends on the theme. */
async function readTheme(visitor: Visitor, cookie?: string) {
  const text = await (await visitor.get('/settings/', { ...html, ...(cookie && { cookie: `${visitor.cookie}; ${cookie}` }) })).text()
  return {
    root: /<html [^>]*data-theme="(\w+)"/.exec(text)?.[1],
    scheme: /name="color-scheme" content="([^"]+)"/.exec(text)?.[1],
    bars: [...text.matchAll(/name="theme-color" content="([^"]+)"(?: media="\(prefers-color-scheme: (\w+)\)")?/g)].map(([, ...bar]) => bar),
    pressed: [...text.matchAll(/value="(\w+)" aria-pressed="true"/g)].map(([, value]) => value),
  }
}

const cookieOf = (response: Response) => response.headers.getSetCookie().find((line) => line.startsWith('throughline_theme')) ?? ''

test('without a choice, the page follows the system', async () => {
  const page = await startPage()
  expect(await readTheme(await signIn(page))).toEqual({
    root: 'system',
    scheme: 'light dark',
    bars: [
      ['#f8f6f1', 'light'],
      ['#171614', 'dark'],
    ],
    pressed: ['system', 'system'],
  })
})

test('a choice is kept in the browser, and the first line of the next page has it', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const chosen = await visitor.post('/settings/theme/', { theme: 'dark' })
  expect(await chosen.json()).toEqual({ theme: 'dark' })
  expect(cookieOf(chosen)).toMatch(/^throughline_theme_\d+=dark; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
  const cookie = cookieOf(chosen).split(';')[0]
  expect(await readTheme(visitor, cookie)).toEqual({
    root: 'dark',
    scheme: 'dark',
    bars: [['#171614', undefined]],
    pressed: ['dark', 'dark'],
  })
  // Also without a session.
  const signedOut = await fetch(`${page.url}/continuous/`, { headers: { ...html, cookie: cookie ?? '' } })
  expect(await signedOut.text()).toContain('data-theme="dark"')
  // Back to the system, the cookie goes.
  expect(cookieOf(await visitor.post('/settings/theme/', { theme: 'system' }))).toMatch(/=; .*Expires=Thu, 01 Jan 1970/)
})

test('without a script, the form leads back to the settings', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const sent = await visitor.post('/settings/theme/', { theme: 'light' }, html)
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/settings/'])
})

test('what is no theme is refused, and a cookie that names none is ignored', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const refused = await visitor.post('/settings/theme/', { theme: '"><script>' })
  expect([refused.status, cookieOf(refused)]).toEqual([400, ''])
  const { port } = new URL(page.url)
  expect((await readTheme(visitor, `throughline_theme_${port}=neon`)).root).toBe('system')
})
