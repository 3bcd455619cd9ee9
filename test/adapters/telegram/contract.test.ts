import { platformAdapterContract } from '../../contract/platform-adapter.ts'
import { exceptions, telegramHarness } from './harness.ts'

platformAdapterContract('Telegram by long polling', { start: () => telegramHarness({ byWebhook: false }), exceptions })
platformAdapterContract('Telegram by webhook', { start: () => telegramHarness({ byWebhook: true }), exceptions })
