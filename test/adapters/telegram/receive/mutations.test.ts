import { mutationContract } from '../../../contract/mutations.ts'

mutationContract('telegram')
