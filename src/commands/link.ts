import { enterCode } from '../accounts/enter-code.ts'
import { describeCodeEntry } from '../accounts/link-texts.ts'
import type { CommandAnswer, CommandContext } from '../conversation/deps.ts'
import { InputError, messageOf, PlatformError } from '../core/domain/errors.ts'
import { platformInWords } from '../core/domain/text.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import type { Translate } from '../core/messages/messages.ts'
import { findAccountById } from '../people/accounts.ts'
import { type Claimant, createLinkCode, formatLinkCode, parseLinkCode } from '../people/link-codes.ts'
import type { PrivacyDeps } from '../privacy/deps.ts'
import type { Command } from './shared/command.ts'

export const link: Command = {
  declaration: {
    name: 'link',
    help: 'link.help',
    arguments: [{ name: 'code', kind: 'text', required: false, help: 'link.code' }],
  },
  async run({ privacy }, context, { code }) {
    if (code !== undefined) return enterLinkCode(privacy, context, code)
    if (context.place.kind === 'shared') throw new LocalizedInputError('link.directOnly')
    return createCode(privacy, context)
  },
}

async function createCode(privacy: PrivacyDeps, { accountId, place, now, translate }: CommandContext): Promise<CommandAnswer> {
  const account = { accountId, placeId: place.id, now }
  const { code, expiresAt } = await privacy.store.transaction((tx) => createLinkCode(tx, privacy.random, account))
  const links = await formatStartLinks(privacy, { code, platform: place.platform, translate })
  return {
    text: [translate('link.code.created', { code: formatLinkCode(code) }), ...links, translate('link.once')].join('\n\n'),
    textExpiresAt: expiresAt,
  }
}

interface LinkStartOptions {
  readonly code: string
  /** The platform from which the user sent the command. */
  readonly platform: string
  readonly translate: Translate
}

/** Formats links that open other platforms and enter the code automatically. */
async function formatStartLinks({ senders, log }: PrivacyDeps, { code, platform, translate }: LinkStartOptions): Promise<string[]> {
  const links: string[] = []
  for (const [name, sender] of senders) {
    if (name === platform) continue
    try {
      const url = await sender.startLink?.(`link-${code}`)
      if (url) links.push(translate('link.useLink', { platform: platformInWords(name), url }))
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      log.warn({ platform: name, error: messageOf(error) }, 'could not create a link that enters the code')
    }
  }
  return links
}

async function enterLinkCode(privacy: PrivacyDeps, context: CommandContext, text: string): Promise<CommandAnswer> {
  const code = parseLinkCode(text)
  if (!code) throw new LocalizedInputError('link.notACode')
  const isPrivate = context.place.kind === 'direct'
  const entered = await enterCode(privacy, { claimant: await toClaimant(privacy, context), code, isPrivate })
  if (!isPrivate) throw new InputError(context.translate('link.exposedCode', { text: context.translate('link.directOnly') }))
  return describeCodeEntry(entered)(context.translate)
}

async function toClaimant({ store }: PrivacyDeps, { accountId, user, place }: CommandContext): Promise<Claimant> {
  const account = await findAccountById(store.db, accountId)
  if (!account) throw new Error('The account that sent the command no longer exists.')
  const { platform, tenant, platformUserId, name, handle } = account
  return { platform, tenant, platformUserId, handle, name: name || user.name, address: place.address }
}
