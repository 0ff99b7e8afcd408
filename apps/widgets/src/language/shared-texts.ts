import { keyed, type TextPerKey } from './keyed-texts';
import type { Language } from './language';

/** The texts that both widgets use. */
export interface SharedTexts {
  loading: string;
  retry: string;
  /** No response. */
  unreachable: string;
  /** An unexpected response. */
  failed: string;
  /** {time}: for example "in 5 minutes". */
  busy: string;
  /** The access token is missing or unknown. */
  refused: string;
  credentials_refused: string;
  shop_unreachable: string;
  other_platform: string;
  disconnect: string;
  reconnect: string;
  remove: string;
  /** {time}: for example "5 minutes ago". */
  synced: string;
}

/** Codes of `last_attempt` and `status_reason` that have a sentence. */
const reasons = ['credentials_refused', 'shop_unreachable', 'other_platform'] as const satisfies (keyof SharedTexts)[];

const keys = [
  'loading',
  'retry',
  'unreachable',
  'failed',
  'busy',
  'refused',
  ...reasons,
  'disconnect',
  'reconnect',
  'remove',
  'synced',
] as const satisfies (keyof SharedTexts)[];

/** In the order of the keys. */
const translations: Record<Language, TextPerKey<typeof keys>> = {
  en: [
    'Loading…',
    'Try again',
    'The service cannot be reached.',
    'Something went wrong.',
    'Please try again {time}.',
    'No access. Please reload the page.',
    'The shop denies access.',
    'The shop cannot be reached.',
    'The shop runs on another platform.',
    'Disconnect',
    'Reconnect',
    'Remove',
    'Last sync {time}',
  ],
  de: [
    'Wird geladen …',
    'Erneut versuchen',
    'Der Dienst ist nicht erreichbar.',
    'Etwas ist schiefgelaufen.',
    'Bitte versuchen Sie es {time} erneut.',
    'Kein Zugriff. Bitte laden Sie die Seite neu.',
    'Der Shop verweigert den Zugriff.',
    'Der Shop ist nicht erreichbar.',
    'Der Shop läuft auf einer anderen Plattform.',
    'Trennen',
    'Wieder verbinden',
    'Entfernen',
    'Zuletzt synchronisiert {time}',
  ],
  fr: [
    'Chargement…',
    'Réessayer',
    'Le service est injoignable.',
    'Une erreur est survenue.',
    'Veuillez réessayer {time}.',
    'Accès impossible. Veuillez recharger la page.',
    'La boutique refuse l’accès.',
    'La boutique est injoignable.',
    'La boutique utilise une autre plateforme.',
    'Déconnecter',
    'Reconnecter',
    'Supprimer',
    'Dernière synchronisation {time}',
  ],
  es: [
    'Cargando…',
    'Reintentar',
    'No se puede acceder al servicio.',
    'Algo ha salido mal.',
    'Inténtelo de nuevo {time}.',
    'Sin acceso. Recargue la página.',
    'La tienda deniega el acceso.',
    'No se puede acceder a la tienda.',
    'La tienda utiliza otra plataforma.',
    'Desconectar',
    'Volver a conectar',
    'Eliminar',
    'Última sincronización {time}',
  ],
  it: [
    'Caricamento…',
    'Riprova',
    'Il servizio non è raggiungibile.',
    'Si è verificato un errore.',
    'Riprovare {time}.',
    'Nessun accesso. Ricaricare la pagina.',
    'Il negozio nega l’accesso.',
    'Il negozio non è raggiungibile.',
    'Il negozio usa un’altra piattaforma.',
    'Scollegare',
    'Ricollegare',
    'Rimuovere',
    'Ultima sincronizzazione {time}',
  ],
  nl: [
    'Laden…',
    'Opnieuw proberen',
    'De dienst is niet bereikbaar.',
    'Er is iets misgegaan.',
    'Probeer het {time} opnieuw.',
    'Geen toegang. Laad de pagina opnieuw.',
    'De winkel weigert de toegang.',
    'De winkel is niet bereikbaar.',
    'De winkel draait op een ander platform.',
    'Verbinding verbreken',
    'Opnieuw verbinden',
    'Verwijderen',
    'Laatst gesynchroniseerd {time}',
  ],
  pl: [
    'Ładowanie…',
    'Spróbuj ponownie',
    'Usługa jest nieosiągalna.',
    'Coś poszło nie tak.',
    'Proszę spróbować ponownie {time}.',
    'Brak dostępu. Proszę odświeżyć stronę.',
    'Sklep odmawia dostępu.',
    'Sklep jest nieosiągalny.',
    'Sklep działa na innej platformie.',
    'Rozłącz',
    'Połącz ponownie',
    'Usuń',
    'Ostatnia synchronizacja {time}',
  ],
  pt: [
    'A carregar…',
    'Tentar novamente',
    'Não é possível aceder ao serviço.',
    'Algo correu mal.',
    'Tente novamente {time}.',
    'Sem acesso. Recarregue a página.',
    'A loja recusa o acesso.',
    'Não é possível aceder à loja.',
    'A loja usa outra plataforma.',
    'Desligar',
    'Voltar a ligar',
    'Remover',
    'Última sincronização {time}',
  ],
  tr: [
    'Yükleniyor…',
    'Yeniden dene',
    'Hizmete ulaşılamıyor.',
    'Bir şeyler ters gitti.',
    'Lütfen {time} yeniden deneyin.',
    'Erişim yok. Lütfen sayfayı yenileyin.',
    'Mağaza erişimi reddediyor.',
    'Mağazaya ulaşılamıyor.',
    'Mağaza başka bir platform kullanıyor.',
    'Bağlantıyı kes',
    'Yeniden bağla',
    'Kaldır',
    'Son eşitleme {time}',
  ],
  ar: [
    'جارٍ التحميل…',
    'إعادة المحاولة',
    'تعذّر الوصول إلى الخدمة.',
    'حدث خطأ ما.',
    'يُرجى إعادة المحاولة {time}.',
    'لا يوجد وصول. يُرجى إعادة تحميل الصفحة.',
    'المتجر يرفض الوصول.',
    'تعذّر الوصول إلى المتجر.',
    'المتجر يعمل على منصة أخرى.',
    'قطع الاتصال',
    'إعادة الربط',
    'إزالة',
    'آخر مزامنة {time}',
  ],
};

export const sharedTexts = Object.fromEntries(
  Object.entries(translations).map(([language, texts]) => [language, keyed(keys, texts)]),
) as Record<Language, SharedTexts>;

/** The key of the sentence for a code of `last_attempt` or `status_reason`; undefined for an unknown one. */
export function reasonOf(code: unknown): (typeof reasons)[number] | undefined {
  return reasons.find((known) => known === code);
}
