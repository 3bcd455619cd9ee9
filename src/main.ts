import { createWebAdapter, type WebAdapter } from '../adapters/web/index.ts'
import { type App, type AppPorts, type Foundation, openApp } from './app.ts'
import { commandDeclarations } from './commands/index.ts'
import { createSuggest } from './commands/shared/suggest.ts'
import type { Config } from './config.ts'
import { createCallDesk } from './conversation/call-desk.ts'
import { platformInWords } from './core/domain/text.ts'
import { findPlainHttpWarning } from './core/lib/host-names.ts'
import type { PlatformAdapter } from './core/ports/platform-adapter.ts'
import { describeAssumedWindow } from './model/resolve-models.ts'
import { connectionChecks } from './ops/health.ts'
import { type HealthServer, openHealthServer } from './ops/health-server.ts'
import { createSetupCode, findPlatformsWithoutOwner } from './people/access.ts'
import { createSignInLink } from './people/sign-in.ts'
import { ensureLocalOwner } from './people/users.ts'
import { listLastPlaceMessages } from './threads/places.ts'

/** A running bot. */
export interface Bot {
  readonly app: App
  /** The address of the page, if this process serves it. */
  readonly url: string | undefined
  /** The address of /healthz, /readyz and /metrics. */
  readonly healthUrl: string
  /**
   * A link that signs in the local owner. `setupCode` connects their first platform account. Both are present only if this process serves
   * the page.
   */
  readonly signInLink: string | undefined
  readonly setupCode: { readonly code: string; readonly platforms: readonly string[] } | undefined
  /** Stops accepting events, lets running work finish, and closes everything. */
  stop(): Promise<void>
}

/** The lifetime of the printed link, in ms. The link grants full access, so it expires after a day. */
const printedLinkMs = 24 * 3_600_000

/** The grace period for running work, in ms. */
const graceMs = 7_000

/** Opens the components and starts what the role requires. Throws SetupError. */
export async function startBot(config: Config, ports: AppPorts): Promise<Bot> {
  let web: WebAdapter | undefined
  const app = await openApp(config, ports, async (foundation) => {
    web = makeWeb(foundation, () => started)
    return [web, ...(await makePlatforms(foundation))]
  })
  const started = app
  const does = (role: Config['role']) => config.role === 'all' || config.role === role
  const receiving = app.adapters.filter((adapter) => (adapter === web ? does('web') : does('gateway')))
  const running: Stoppable[] = []
  try {
    if (does('worker')) {
      await app.jobs.start(app.handlers)
      await app.handlers['recover']({}, { signal: new AbortController().signal, attempt: 1, last: true })
    }
    for (const { receiver } of receiving) {
      await receiver.start(app.inbox)
      running.push(receiver)
    }
    const health = await openHealthServer({ ...app, ...config.health, checks: { ...app.checks, ...connectionChecks(receiving) } })
    running.push(health)
    const warning = does('web') && findPlainHttpWarning(config.web.publicUrl)
    if (warning) ports.log.warn({ setting: 'WEB_PUBLIC_URL' }, warning)
    const url = does('web') ? web?.receiver.url : undefined
    return { app, url, healthUrl: health.url, ...(await describeEntryPoints(app, url)), stop: () => stopAll(app, running) }
  } catch (error) {
    await stopAll(app, running)
    throw error
  }
}

type Stoppable = Pick<HealthServer, 'stop'>

async function stopAll(app: App, running: readonly Stoppable[]): Promise<void> {
  await Promise.all([...running.map((part) => part.stop()), app.jobs.stop(graceMs)])
  await app.close()
}

/** Creates the owner's entry points: a link to the page, and a code for the platforms on which they have no account yet. */
async function describeEntryPoints(app: App, url: string | undefined): Promise<Pick<Bot, 'signInLink' | 'setupCode'>> {
  if (!url) return { signInLink: undefined, setupCode: undefined }
  const owner = await ensureLocalOwner(app.store, app.clock.now())
  const { token } = await createSignInLink(app, owner.id, { lifetimeMs: printedLinkMs })
  const platforms = app.adapters.filter(({ name, sender }) => name !== 'web' && !sender.receivesOnlyCalls).map(({ name }) => name)
  const unbound = await findPlatformsWithoutOwner(app.store, owner.id, platforms)
  const setupCode = unbound.length > 0 ? { code: await createSetupCode(app), platforms: unbound } : undefined
  return { signInLink: `${url}/sign-in/${token}`, setupCode }
}

/** How recent a place's last message must be for the place to be checked for missed messages at startup, in ms. Thirty days. */
const askedForMs = 30 * 86_400_000
/** The maximum number of places to check at startup. Each one takes a request or two. */
const mostAsked = 500

/** Creates the adapters of the platforms whose tokens are configured. Loads only their libraries, because each takes megabytes. */
async function makePlatforms(foundation: Foundation): Promise<PlatformAdapter[]> {
  const { config, store, clock, log, rateLimits, installationId } = foundation
  const { telegram, discord, slack, voice, defaultTimezone } = config
  const options = { commands: commandDeclarations, suggest: createSuggest(foundation, defaultTimezone), clock, log }
  const adapters: PlatformAdapter[] = []
  if (telegram) {
    const { createTelegramAdapter } = await import('../adapters/telegram/index.ts')
    adapters.push(createTelegramAdapter({ ...telegram, ...options, rateLimits }))
  }
  if (discord) {
    const { createDiscordAdapter } = await import('../adapters/discord/index.ts')
    const loadLastStored = () =>
      listLastPlaceMessages(store.db, 'discord', { since: new Date(clock.now().getTime() - askedForMs), limit: mostAsked })
    adapters.push(createDiscordAdapter({ ...discord, ...options, rateLimits, installationId, loadLastStored }))
  }
  if (slack) {
    const { createSlackAdapter } = await import('../adapters/slack/index.ts')
    adapters.push(createSlackAdapter({ ...slack, ...options, rateLimits }))
  }
  if (voice) {
    const { createVoiceAdapter } = await import('../adapters/voice/index.ts')
    adapters.push(createVoiceAdapter({ ...voice, clock, log, desk: createCallDesk({ ...foundation, defaultTimezone }, voice) }))
  }
  return adapters
}

function makeWeb(foundation: Foundation, app: () => App): WebAdapter {
  const { config } = foundation
  return createWebAdapter({
    ...foundation,
    ...config.web,
    defaultTimezone: config.defaultTimezone,
    attachmentMaxBytes: config.conversation.attachmentMaxBytes,
    privacy: () => app().privacy,
    readers: () => app().readers,
    sharedPlaces: () => app().sharedPlaces,
    assumedWindows: () => foundation.languageModels.assumedWindows ?? [],
    ...(config.price && { price: config.price }),
    commands: commandDeclarations,
  })
}

/** Formats "Discord or Slack". */
const inWords = (platforms: readonly string[]) => platforms.map(platformInWords).join(' or ')

/** Returns the first text that a new operator reads. */
export function welcome({ app, signInLink, setupCode }: Bot): string {
  const { languageModels } = app
  const model =
    languageModels.origin === 'offline'
      ? 'none configured. Answers come from search and summaries. Connect one on the page, or set OPENAI_API_KEY or start Ollama, then restart.'
      : `${languageModels.chat.name}${languageModels.address ? ` at ${languageModels.address}` : ''}`
  return [
    '',
    '  Throughline is running.',
    ...(signInLink ? ['', '  Open this link to sign in (it works once, within one day):', `    ${signInLink}`] : []),
    ...(setupCode
      ? [
          '',
          `  To talk to it on ${inWords(setupCode.platforms)}, send your bot this message. It works once; for another platform, restart:`,
          `    /start ${setupCode.code}`,
        ]
      : []),
    '',
    `  Language model: ${model}`,
    ...(languageModels.assumedWindows ?? []).map((assumed) => `  ${describeAssumedWindow(assumed)}`),
    '  Press Ctrl+C to stop.',
    '',
  ].join('\n')
}
