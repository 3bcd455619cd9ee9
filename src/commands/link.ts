import { enterCode } from '../accounts/enter-code.ts'
import { describeCodeEntry, directOnlyText, exposedCodeText } from '../accounts/link-texts.ts'
import type { CommandAnswer, CommandContext } from '../conversation/deps.ts'
import { InputError, messageOf, PlatformError } from '../core/domain/errors.ts'
import { platformInWords } from '../core/domain/text.ts'
import { findAccountById } from '../people/accounts.ts'
import { type Claimant, createLinkCode, formatLinkCode, parseLinkCode } from '../people/link-codes.ts'
import type { PrivacyDeps } from '../privacy/deps.ts'
import type { Command } from './shared/command.ts'

export const link: Command = {
  declaration: {
    name: 'link',
    help: 'Continue this conversation from another account of yours',
    arguments: [{ name: 'code', kind: 'text', required: false, help: 'The code that /link gave you on the other account' }],
  },
  async run({ privacy }, context, { code }) {
    if (code !== undefined) return enterLinkCode(privacy, context, code)
    if (context.place.kind === 'shared') throw new InputError(directOnlyText)
    return createCode(privacy, context)
  },
}

async function createCode(privacy: PrivacyDeps, { accountId, place, now }: CommandContext): Promise<CommandAnswer> {
  const account = { accountId, placeId: place.id, now }
  const { code, expiresAt } = await privacy.store.transaction((tx) => createLinkCode(tx, privacy.random, account))
  const links = await formatStartLinks(privacy, { code, platform: place.platform })
  return {
    text: [
      `Your code is **${formatLinkCode(code)}**. From your other account, write to me directly: \`/link ${formatLinkCode(code)}\`. Both accounts then confirm that it is you.`,
      ...links,
      'It works once, within 10 minutes. Do not share it: both accounts will have one conversation, and each can read all of it.',
    ].join('\n\n'),
    textExpiresAt: expiresAt,
  }
}

interface LinkStartOptions {
  readonly code: string
  /** The platform from which the user sent the command. */
  readonly platform: string
}

/** Formats links that open other platforms and enter the code automatically. */
async function formatStartLinks({ senders, log }: PrivacyDeps, { code, platform }: LinkStartOptions): Promise<string[]> {
  const links: string[] = []
  for (const [name, sender] of senders) {
    if (name === platform) continue
    try {
      const url = await sender.startLink?.(`link-${code}`)
      if (url) links.push(`On ${platformInWords(name)}, use [this link](${url}) instead.`)
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      log.warn({ platform: name, error: messageOf(error) }, 'could not create a link that enters the code')
    }
  }
  return links
}

async function enterLinkCode(privacy: PrivacyDeps, context: CommandContext, text: string): Promise<CommandAnswer> {
  const code = parseLinkCode(text)
  if (!code)
    throw new InputError('A code looks like K7QF-2MXD. Send /link on your other account to get one, then write it here after /link.')
  const isPrivate = context.place.kind === 'direct'
  const entered = await enterCode(privacy, { claimant: await toClaimant(privacy, context), code, isPrivate })
  if (!isPrivate) throw new InputError(exposedCodeText)
  return describeCodeEntry(entered)
}

async function toClaimant({ store }: PrivacyDeps, { accountId, user, place }: CommandContext): Promise<Claimant> {
  const account = await findAccountById(store.db, accountId)
  if (!account) throw new Error('The account that sent the command no longer exists.')
  const { platform, tenant, platformUserId, name, handle } = account
  return { platform, tenant, platformUserId, handle, name: name || user.name, address: place.address }
}
