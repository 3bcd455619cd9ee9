import type { Bot } from '../../../src/main.ts'
import { createSignInLink } from '../../../src/people/sign-in.ts'
import { ensureLocalOwner } from '../../../src/people/users.ts'

/** A browser without scripts: it follows links and submits forms, as they stand in the HTML. */
export interface PlainBrowser {
  open(path: string): Promise<Opened>
  /** What the scripts of the page send. */
  post(path: string, body: object): Promise<number>
  /** Fills in the form that has this button and one of the fields, and presses it. Follows the redirect. */
  press(page: Opened, button: string, fields?: Readonly<Record<string, string>>): Promise<Opened>
}

export interface Opened {
  readonly path: string
  readonly status: number
  readonly html: string
  /** What can be read on it. */
  readonly text: string
}

export async function signInTo(bot: Pick<Bot, 'app' | 'url'>, userId?: number): Promise<PlainBrowser> {
  const { app, url } = bot
  const owner = await ensureLocalOwner(app.store, app.clock.now())
  const { token } = await createSignInLink(app, (userId ?? owner.id) as typeof owner.id)
  const headers = { origin: String(url), 'user-agent': 'test' }
  const signedIn = await fetch(`${url}/sign-in/${token}`, { method: 'POST', headers, redirect: 'manual' })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''

  async function open(path: string, init: RequestInit = {}): Promise<Opened> {
    const response = await fetch(new URL(path, url), {
      ...init,
      headers: { cookie, accept: 'text/html', origin: String(url), ...init.headers },
      redirect: 'manual',
    })
    const to = response.headers.get('location')
    if (to) return open(to)
    const html = await response.text()
    return { path: new URL(path, url).pathname, status: response.status, html, text: readableText(html) }
  }
  return {
    open: (path) => open(path),
    async post(path, body) {
      const headers = { cookie, origin: String(url), 'content-type': 'application/json' }
      return (await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) })).status
    },
    async press(page, button, fields = {}) {
      const { action, values } = findForm(page, button, Object.keys(fields))
      const body = new URLSearchParams({ ...values, ...fields })
      return open(new URL(action, new URL(page.path, url)).pathname, { method: 'POST', body })
    },
  }
}

const attributeOf = (tag: string, name: string) => {
  const found = new RegExp(`\\s${name}(?:="([^"]*)")?(?=[\\s/>])`).exec(tag)
  return found ? unescaped(found[1] ?? '') : undefined
}

/** The form with a button of that name and with the fields that are filled in, and its values. */
function findForm({ html }: Opened, button: string, fields: readonly string[]): { action: string; values: Record<string, string> } {
  for (const [form] of html.matchAll(/<form[\s\S]*?<\/form>/g)) {
    const pressed = [...form.matchAll(/<button[^>]*>([\s\S]*?)<\/button>/g)].find(([, label = '']) => readableText(label) === button)
    if (!pressed || (fields.length > 0 && !fields.some((name) => form.includes(`name="${name}"`)))) continue
    const action = attributeOf(pressed[0], 'formaction') ?? attributeOf(form.slice(0, form.indexOf('>') + 1), 'action') ?? ''
    return { action, values: valuesOf(form) }
  }
  throw new Error(`There is no button "${button}" on the page: ${readableText(html)}`)
}

function valuesOf(form: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const name = attributeOf(input, 'name')
    const isChoice = /^(checkbox|radio)$/.test(attributeOf(input, 'type') ?? '')
    if (name && !(isChoice && attributeOf(input, 'checked') === undefined)) values[name] = attributeOf(input, 'value') ?? ''
  }
  for (const [, select = '', options = ''] of form.matchAll(/(<select[^>]*>)([\s\S]*?)<\/select>/g)) {
    const all = [...options.matchAll(/<option[^>]*>/g)].map(([option]) => option)
    const chosen = all.find((option) => attributeOf(option, 'selected') !== undefined) ?? all[0]
    values[attributeOf(select, 'name') ?? ''] = chosen ? (attributeOf(chosen, 'value') ?? '') : ''
  }
  return values
}

/** The values that a field offers. */
export function optionsOf({ html }: Opened, name: string): string[] {
  const [, options = ''] = new RegExp(`<select[^>]*name="${name}"[^>]*>([\\s\\S]*?)</select>`).exec(html) ?? []
  return [...options.matchAll(/<option[^>]*>/g)].flatMap(([option]) => attributeOf(option, 'value') || [])
}

/** Where the links within a part of the page lead. */
export const linksIn = (html: string): string[] => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => unescaped(href))

const readableText = (html: string): string => unescaped(html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')).trim()

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
