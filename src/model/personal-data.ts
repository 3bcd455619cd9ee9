import type { PersonalData } from '../core/ports/personal-data.ts'
import type { Tx } from '../store/store.ts'

export const modelPersonalData: PersonalData<Tx> = {
  feature: 'model',
  tables: {
    model_choice: {
      withheld: { base_url: 'about nobody', model: 'about nobody', encrypted_key: 'about nobody, and a secret' },
    },
  },
}
