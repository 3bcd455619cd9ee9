import { platformAdapterContract } from '../../contract/platform-adapter.ts'
import { telegramHarness } from './harness.ts'

platformAdapterContract('Telegram by long polling', { start: () => telegramHarness({ byWebhook: false }) })
platformAdapterContract('Telegram by webhook', { start: () => telegramHarness({ byWebhook: true }) })
