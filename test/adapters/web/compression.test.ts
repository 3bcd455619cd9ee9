import { expect, test } from 'vitest'
import { assetHref } from '../../../adapters/web/server/assets.ts'
import { signIn, startPage } from './page-harness.ts'

test('pages, JSON, scripts and styles are compressed as the browser accepts it', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const open = (path: string, accepted: string) => visitor.get(path, { accept: 'text/html', 'accept-encoding': accepted })
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
  ] as const) {
    const response = await open('/settings/', accepted)
    expect([response.status, response.headers.get('content-encoding')], accepted).toEqual([200, encoding])
    expect(response.headers.get('vary'), accepted).toBe('accept-encoding')
    expect(await response.text(), accepted).toMatch(/^<!doctype html>.*<\/html>$/s)
  }
  for (const name of ['page.js', 'page.css'] as const) {
    const built = await open(assetHref(name), 'br')
    expect([name, built.headers.get('content-encoding')]).toEqual([name, 'br'])
    expect(Number(built.headers.get('content-length'))).toBeLessThan(20_000)
    expect((await built.text()).length).toBeGreaterThan(10_000)
    expect(built.headers.get('cache-control')).toContain('immutable')
  }
})
