import { once } from 'node:events'
import WebSocket from 'ws'

/** A browser on the bot's page, with the cookie that it was given, if any. */
export interface PageVisit {
  /** Empty if the bot let nobody in. */
  readonly cookie: string
  /** Everything that the pages and endpoints for reading answer. */
  read(): Promise<string>
  search(query: string): Promise<string>
  export(): Promise<string>
}

const readable = ['/continuous/', '/continuous/days/', '/continuous/calendar/', '/continuous/messages/?since=0', '/memory/', '/settings/']

/** Opens a sign-in link as a person does: looks at it, and presses its button. */
export async function openSignInLink(link: string): Promise<PageVisit> {
  await fetch(link)
  const { origin } = new URL(link)
  const { headers } = await fetch(link, { method: 'POST', headers: { origin }, redirect: 'manual' })
  return visitPage(origin, headers.get('set-cookie')?.split(';')[0] ?? '')
}

function visitPage(origin: string, cookie: string): PageVisit {
  const get = async (path: string) => (await fetch(origin + path, { headers: { cookie }, redirect: 'manual' })).text()
  return {
    cookie,
    read: async () => (await Promise.all(readable.map(get))).join('\n'),
    async search(query) {
      const headers = { cookie, origin, 'content-type': 'application/json' }
      return (await fetch(`${origin}/continuous/search/`, { method: 'POST', headers, body: JSON.stringify({ query }) })).text()
    },
    export: async () => (await Promise.all(['json', 'markdown'].map((format) => get(`/export/?format=${format}`)))).join('\n'),
  }
}

/** Keeps a page open: returns what it is told of live, as it comes. */
export async function openLivePage(pageUrl: string, { cookie }: PageVisit): Promise<{ readonly events: readonly string[]; close(): void }> {
  const socket = new WebSocket(`${pageUrl.replace('http', 'ws')}/continuous/live?since=0`, { headers: { cookie, origin: pageUrl } })
  const events: string[] = []
  socket.on('message', (data) => events.push(String(data)))
  await once(socket, 'open')
  return { events, close: () => socket.terminate() }
}
