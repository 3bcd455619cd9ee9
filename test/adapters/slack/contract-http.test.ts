import { platformAdapterContract } from '../../contract/platform-adapter.ts'
import { contractExceptions, slackHarness } from './harness.ts'

platformAdapterContract('Slack by HTTP', { start: () => slackHarness({ byHttp: true }), exceptions: contractExceptions })
