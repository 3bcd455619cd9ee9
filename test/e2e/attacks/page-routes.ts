import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import type { UserId } from '../../../src/core/domain/ids.ts'
import { createSignInLink } from '../../../src/people/sign-in.ts'
import type { TestApp } from '../../support/app.ts'

/** The addresses that can be read or posted to, as they are registered, such as "/continuous/day/:day/". */
export async function routesOf(page: FastifyInstance, method: 'GET' | 'POST'): Promise<string[]> {
  await page.ready()
  const path: string[] = []
  return page
    .printRoutes({ commonPrefix: false, method })
    .split('\n')
    .flatMap((line) => {
      // Four characters of branches for each level, then what the line adds to the address.
      const [, branches = '', segment = '', methods] = /^([│ ]*[├└]── )(\S+)( \(.*\))?$/.exec(line) ?? []
      if (segment === '') return []
      path.splice(branches.length / 4 - 1, path.length, segment)
      return methods ? path.join('') : []
    })
}

export interface WatchedQueries {
  /** The names that were looked for since this was emptied. */
  readonly names: Set<string>
  end(): void
}

/**
 * Which names the routes look for in a query. Nothing declares them, but all queries, other than empty ones, have one
 * prototype, which is asked for what is not in them. To be called before the first request.
 */
export async function watchQueries(page: FastifyInstance): Promise<WatchedQueries> {
  const found: { prototype?: object } = {}
  page.get('/probe', (request) => {
    found.prototype = Object.getPrototypeOf(request.query)
    return ''
  })
  await page.inject('/probe?any=1')
  const { prototype } = found
  if (!prototype || prototype === Object.prototype)
    throw new Error('Queries have no prototype of their own any more: list their names here.')
  const names = new Set<string>()
  const note = (_: object, name: string | symbol) => {
    if (typeof name === 'string') names.add(name)
    return undefined
  }
  const watching = { get: note, has: (queries: object, name: string | symbol) => note(queries, name) ?? false }
  Object.setPrototypeOf(prototype, new Proxy(Object.create(null), watching))
  return { names, end: () => void Object.setPrototypeOf(prototype, null) }
}

export interface Browsing {
  readonly userId: UserId
  /** Put in the place of whatever an address or a query takes: two days, then numbers, then words. */
  readonly values: readonly string[]
  readonly queries: WatchedQueries
}

/** What a browser sends with each request once it is signed in. */
export async function signedIn({ page, ...app }: TestApp, userId: UserId): Promise<Record<string, string>> {
  const { token } = await createSignInLink(app, userId)
  const own = { origin: 'http://localhost', host: 'localhost' }
  const { headers } = await page.inject({ method: 'POST', url: `/sign-in/${token}`, headers: own })
  return { ...own, cookie: String(headers['set-cookie']).split(';')[0] ?? '' }
}

/** Posts to every address as somebody who is signed in: with each of the bodies, or with each of the values where it takes one. */
export async function postEverywhere(app: TestApp, { userId, values, bodies }: Posting): Promise<string[]> {
  const shown: string[] = []
  for (const route of await routesOf(app.page, 'POST')) {
    // Anew for each: one of the addresses signs out.
    const headers = await signedIn(app, userId)
    const urls = [...new Set(values.map((value) => route.replaceAll(/:\w+|\*/g, encodeURIComponent(value))))]
    const posts = urls.length > 1 ? urls.map((url) => ({ url, payload: {} })) : bodies.map((payload) => ({ url: route, payload }))
    for (const { url, payload } of posts) {
      const answer = await app.page.inject({ method: 'POST', url, headers, payload })
      shown.push(`${url} ${JSON.stringify(payload)}: ${answer.statusCode} ${answer.headers.location ?? ''} ${answer.body}`)
    }
  }
  return shown
}

export interface Posting {
  readonly userId: UserId
  /** Put in the place of whatever an address takes. */
  readonly values: readonly string[]
  readonly bodies: readonly object[]
}

/** Reads every address with everything that it takes, as somebody who is signed in; also what comes by the live connection. */
export async function browse(app: TestApp, { userId, values, queries }: Browsing): Promise<string[]> {
  const { page } = app
  const headers = await signedIn(app, userId)
  const shown: string[] = []
  const get = async (url: string) => void shown.push(`${url}: ${(await page.inject({ url, headers })).body}`)
  for (const route of await routesOf(page, 'GET')) {
    const filled = (value: string) => route.replaceAll(/:\w+|\*/g, encodeURIComponent(value))
    const paths = [...new Set(values.map(filled))]
    for (const path of paths) await get(path)
    // With the first day, and with the first number.
    for (const path of new Set([paths[0], paths[2]].flatMap((one) => one ?? []))) {
      queries.names.clear()
      await get(`${path}?any=1`)
      for (const name of [...queries.names]) for (const value of ['0', ...values]) await get(`${path}?${name}=${encodeURIComponent(value)}`)
    }
  }
  const socket = await page.injectWS('/continuous/live?since=0', { headers })
  const [changes] = await once(socket, 'message')
  socket.terminate()
  return [...shown, `live: ${changes}`]
}
