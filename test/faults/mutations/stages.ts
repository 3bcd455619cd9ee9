import { openDiscord } from './discord.ts'
import { openSlackRequests, openSlackSocket } from './slack.ts'
import type { OpenMutationStage } from './stage.ts'
import { openTelegram } from './telegram.ts'

/** Every way in which a platform tells the bot of events. */
export const openStages: Readonly<Record<string, OpenMutationStage>> = {
  'telegram by polling': (parts) => openTelegram(parts, { byWebhook: false }),
  'telegram by webhook': (parts) => openTelegram(parts, { byWebhook: true }),
  'discord by gateway': openDiscord,
  'slack by socket': openSlackSocket,
  'slack by requests': openSlackRequests,
}
