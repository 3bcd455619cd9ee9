import type { SessionCues } from './session-cues.ts'

const weekday = '(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)'
const month = '(?:janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre)'

export const frenchSession: SessionCues = {
  tasks: {
    send: 'envoyer,renvoyer,transmettre,expedier/envoie,transmets/enverrai,enverrons,transmettrai/envoie,enverra/envoye,envoyee,envoyes,envoyees,transmis,expedie,expediee',
    call: 'appeler,rappeler,telephoner/appelle,rappelle,telephone/appellerai,rappellerai/appelle,rappelle,appellera,rappellera/appele,appelee,rappele,telephone a',
    write: 'ecrire,rediger/ecris,redige/ecrirai,redigerai/ecrit,ecrira/ecrit,redige,redigee',
    pay: 'payer,regler,virer/paie,paye,regle/paierai,reglerai/paie,paiera/paye,payee,payes,payees,regle,reglee',
    book: 'reserver/reserve/reserverai/reserve,reservera/reserve,reservee',
    buy: 'acheter/achete/acheterai/achete,achetera/achete,achetee,achetes,achetees',
    order: 'commander/commande/commanderai/commande,commandera/commande,commandee',
    bring:
      'apporter,amener,ramener,livrer,deposer/apporte,amene,depose/apporterai,amenerai,deposerai/apporte,apportera,amenera,livrera,deposera/apporte,apportee,apportes,apportees,amene,ramene,livre,livree,depose,deposee',
    ask: 'demander/demande/demanderai/demande,demandera/demande',
    return: 'rendre,rapporter,retourner/rends,rapporte/rendrai,rapporterai/rend,rendra/rendu,rendue,rendus,rapporte',
    sign: 'signer/signe/signerai/signe,signera/signe,signee',
    fix: 'reparer/repare/reparerai/repare,reparera/repare,reparee',
    submit: 'soumettre,remettre,rendre,telecharger/soumets,remets/soumettrai,remettrai/remet,remettra/soumis,soumise,remis,remise',
    cancel: 'annuler,resilier/annule,resilie/annulerai,resilierai/annule,annulera/annule,annulee,resilie,resiliee',
    renew: 'renouveler,prolonger/renouvelle/renouvellerai/renouvelle,renouvellera/renouvele,renouvelee,prolonge,prolongee',
    finish: 'finir,terminer/finis,termine/finirai,terminerai/finit,finira,terminera/fini,finie,termine,terminee',
    prepare: 'preparer/prepare/preparerai/prepare,preparera/prepare,preparee',
    clean:
      'nettoyer,ranger,laver/nettoie,range,lave/nettoierai,rangerai,laverai/nettoie,range,lave/nettoye,nettoyee,range,rangee,lave,lavee',
    check: 'verifier,regarder,me renseigner/verifie/verifierai/verifie,verifiera/verifie,verifiee',
    reply: 'repondre/reponds/repondrai/repond,repondra/repondu',
    fetch: 'chercher,recuperer,prendre/recupere/recupererai/recupere,recuperera/recupere,recuperee,recuperes',
    print: 'imprimer/imprime/imprimerai/imprime/imprime,imprimee,imprimes',
    pack: 'emballer/emballe/emballerai/emballe/emballe,emballee',
    register: "inscrire,m'inscrire/inscris/inscrirai/inscrit/inscrit,inscrite",
    update: 'mettre a jour////mis a jour,mise a jour',
    water: 'arroser/arrose/arroserai/arrose,arrosera/arrose,arrosees,arroses',
    measure: 'mesurer/mesure/mesurerai/mesure/mesure,mesuree',
    tell: 'dire,prevenir,informer/dis,previens/dirai,previendrai/dit,dira,previendra/dit,prevenu,prevenue,informe',
    apply: 'postuler/postule/postulerai/postule/postule',
    invite: 'inviter/invite/inviterai/invite/invite,invites',
    confirm: 'confirmer/confirme/confirmerai/confirme,confirmera/confirme,confirmee',
    remind: 'rappeler/rappelle/rappellerai//',
    translate: 'traduire/traduis/traduirai/traduit,traduira/traduit,traduite',
    install: 'installer/installe/installerai/installe,installera/installe,installee',
    arrange: 'organiser,prendre rendez-vous/organise/organiserai/organise/organise,pris rendez-vous',
    review: 'relire/relis/relirai/relit,relira/relu,relue',
    lend: 'preter/prete/preterai/prete,pretera/prete,pretee',
    bake: 'cuisiner/cuisine/cuisinerai/cuisine/cuisine',
  },
  duty: /\b(?:je|on|nous|j') ?(?:dois|doit|devons|faut que je)(?: (?:encore|aussi|absolument|vraiment|juste|vite|bientot|penser a))*(?= )|\bil (?:me |nous )?(?:faut|reste a)(?: encore| absolument)?(?! que)(?= )|^(?:faut|dois)(?: encore)?(?= )|^(?:ne pas oublier (?:de|d')|a faire ?:)/,
  obligation: /(?:^|(?<= ))(?:il )?(?:faut|faudra|faudrait) (?:encore |absolument |aussi )?(?:que (?:je |nous |on )|que j'|qu'on )/,
  promise: /\b(?:je vais|on va|nous allons|je promets de)(?: (?:encore|aussi|bien|vite|quand meme))*(?= )/,
  self: /\b(?:je|j'|on|nous)(?=\b|\p{L})/u,
  remind: /\brappelle(?:-moi|s-moi)(?: (?:de|d'))?(?= ?)|\b(?:tu peux|peux-tu) me rappeler (?:de|d')/,
  ask: /\b(?:peux-tu|pourrais-tu|tu peux|tu pourrais|pouvez-vous|vous pouvez)(?: me| m'| s'il te plait)*(?= )/,
  other: /^ (?:va|doit|a promis de|a promis d')(?= |\p{L})/u,
  due: new RegExp(
    `(?<!\\p{L})(?:(?:d'ici|avant|pour|jusqu'a|des) (?:a )?)?(?:(?:ce|le) )?(?:${weekday}(?: prochain)?|demain|apres-demain|aujourd'hui|ce soir|cet apres-midi|demain)(?: (?:matin|soir|midi|apres-midi))?(?: (?:a|avant|vers) (?:\\d{1,2} ?h(?: ?\\d\\d)?|midi|(?:une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze) heures?))?(?: au plus tard)?(?!\\p{L})|(?<!\\p{L})(?:la semaine prochaine|cette semaine|le mois prochain|ce week-end|le week-end prochain|(?:d'ici |avant )(?:la )?fin (?:de (?:la )?semaine|du mois|de l'annee)|fin du mois)(?!\\p{L})|(?<!\\p{L})(?:avant le|le|d'ici le|pour le|jusqu'au) (?:1er|\\d{1,2})(?: ${month})?(?!\\p{L}|\\d)|(?<!\\p{L})(?:dans|d'ici) (?:une|deux|trois|\\d+) (?:heures?|jours?|semaines?|mois)(?!\\p{L})|(?<!\\p{L})(?:avant|apres) (?:midi|le dejeuner|le diner)(?!\\p{L})|(?<!\\p{L})(?:a|avant) \\d{1,2} ?h(?: ?\\d\\d)?(?!\\p{L})|(?<!\\p{L})(?:en|avant|debut|fin) ${month}(?!\\p{L})`,
    'gu',
  ),
  unreal:
    /(?<!\p{L})(?:si|s'il|s'ils|peut-etre|sans doute|probablement|pourrait|pourrais|devrais|aurais|aurait|voudrais|aimerais|au cas ou|a condition|(?:je|on) (?:croyais|croyait|pensais|pensait))(?!\p{L})|\b(?:ne|n')(?: )?\p{L}+ (?:pas|plus|jamais)\b|\bpas (?:besoin|la peine)\b|\b(?:dit que|a dit|m'a dit|selon|parait)\b|\bje dois (?:dire|avouer|admettre)\b|\b(?:devais|fallait|aurais du)\b/u,
  notDone:
    /(?<!\p{L})(?:pas|jamais|presque|vais|va|allons|dois|doit|faut|faudra|quand|des que|une fois|avant|apres|demain|veux|voudrais|peux|peut|bientot|essaye|essaie|essaye de|oublie|a moitie|en train|espere|prochaine?|encore|si|personne)(?!\p{L})|\b\p{L}{2,}(?:erai|rons)\b/u,
  done: /(?<!\p{L})(?:c'est fait|fait|faite|c'est bon|termine|terminee|fini|finie|c'est regle|chose faite|c'est bouclé|boucle|bouclee)(?!\p{L})/gu,
  asksDone: /\b(?:as-tu|es-tu|avez-vous|etes-vous|tu (?:l')?as|vous (?:l')?avez|c'est fait)\b/,
  dropped:
    /(?<!\p{L})(?:(?:n'est )?plus (?:besoin|necessaire|utile|la peine|d'actualite)(?: d[e'u]s?)?|laisse tomber|(?<=^(?:(?:bon|ok|non|allez|du coup|finalement) )?)oubliez?(?! (?:pas|de|d'))|tant pis pour|ce n'est plus la peine(?: d[e'])?|abandonne|abandonnee|n'a plus lieu d'etre)(?!\p{L})/gu,
  thirdPerson:
    /^(?:[Ii]l|[Ee]lle|[Ii]ls|[Ee]lles|(?:[Mm]on|[Mm]a|[Nn]otre|[Ll]e|[Ll]a) \p{L}+|[Ll]['’]\p{L}+|\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?) (?:m['’]|l['’]|nous |lui |leur )?(?:a|ont|avait)(?!\p{L})(?! été)/u,
  clause: /[,;:!.–—…]\s*|\s(?:et|mais|donc|parce que|car|puis)\s/u,
  noise:
    'enfin deja maintenant encore vite merci bien tout toute ouf vraiment juste aussi absolument hier matin soir midi ok heure heures minutes',
  tones: {
    glad: {
      label: 'content',
      cues: /\b(?:(?:trop|tres|si|suis) (?:content|contente|heureux|heureuse|fier|fiere)|youpi|hourra|j'adore|genial|ravi|ravie)\b|🎉|😊|😄|🥳|😍/u,
    },
    relieved: { label: 'soulagé', cues: /\b(?:soulage|soulagee|soulagement|ouf)\b/ },
    worried: {
      label: 'inquiet',
      cues: /\b(?:inquiet|inquiete|m'inquiete|angoisse|angoissee|stresse|stressee|peur|nerveux|nerveuse|panique|anxieux|anxieuse)\b|😟|😰|😱/u,
    },
    annoyed: {
      label: 'agacé',
      cues: /\b(?:agace|agacee|enerve|enervee|m'enerve|furieux|furieuse|en ai marre|ras-le-bol|en colere|insupportable|n'importe quoi)\b|😡|🤬|😤/u,
    },
    sad: { label: 'triste', cues: /\b(?:triste|pleure|pleurer|me manque|deprime|deprimee|coeur brise|seule)\b|😢|😭|💔/u },
    tired: { label: 'fatigué', cues: /\b(?:fatigue|fatiguee|epuise|epuisee|creve|crevee|a bout|lessive)\b|😴/u },
  },
}
