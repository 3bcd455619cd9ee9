export const summaries = {
  'summary.summary': 'Résumé',
  'summary.goals': 'Objectifs',
  'summary.decisions': 'Décisions',
  'summary.openLoops': 'Points en suspens',
  'summary.nextSteps': 'Prochaines étapes',
  'summary.none': 'Aucun',
  'summary.heading': 'Résumé du {day}',
  'summary.resummarize': 'Refaire le résumé',
  'summary.onThePage': 'Sur la page',
  'summary.stale': 'Le jour a changé depuis qu’il a été écrit. /resummarize {day} le réécrit.',
  'summary.overLimit':
    'Écrit sans modèle, car la limite du jour pour le travail en arrière-plan était atteinte. /resummarize {day} l’écrit avec le modèle.',
  'summary.missing':
    '{day} : pas encore de résumé, {messages, plural, one {# message} other {# messages}}. /resummarize {label} en écrit un maintenant.',
  'summary.emptyToday': 'Il n’y a pas encore de messages aujourd’hui. Écris-moi. /days donne la liste de tes jours.',
  'summary.emptyDay': 'Aucun message : {day}. /days donne la liste de tes jours.',
  'summary.busy': 'Le résumé du {day} est en cours d’écriture. /summary {label} le montrera bientôt.',
  'summary.superseded':
    'Des messages du {day} ont changé pendant que je résumais, donc je recommence. /summary {label} le montrera bientôt.',
  'summary.failed':
    'Je n’ai pas pu écrire de résumé du {day} : le modèle n’a rien donné d’utilisable. Un résumé antérieur reste inchangé. Réessaie /resummarize {label} plus tard.',
  'day.today': '{day} (aujourd’hui)',
  'day.yesterday': '{day} (hier)',
  'days.none': 'Il n’y a pas encore de jours. Écris-moi, et aujourd’hui sera le premier.',
  'days.list': '**Tes derniers jours** (✓ avec résumé)\n{days}\n\n/summary {label} montre le résumé d’un jour.',
  'count.messages': '{count, plural, one {# message} other {# messages}}',
}
