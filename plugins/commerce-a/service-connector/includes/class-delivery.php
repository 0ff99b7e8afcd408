<?php
/**
 * What a response to a message means: no WordPress in here.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * The verdict on a delivery.
 */
final class Delivery {

	const MAX_WAIT = 3600;

	/**
	 * `sent`: forget the rows. `dropped`: the service will never take them. `refused`: the secret is wrong, or the link has ended.
	 * `later`: send the same again after `wait` seconds.
	 *
	 * @param int    $status      Of the response; 0 when there was none.
	 * @param string $retry_after Its header.
	 * @param int    $failures    In a row, before this one.
	 * @return array `outcome` and `wait`.
	 */
	public static function verdict( int $status, string $retry_after, int $failures ): array {
		if ( 200 <= $status && 300 > $status ) {
			return self::outcome( 'sent', 0 );
		}
		if ( 401 === $status ) {
			return self::outcome( 'refused', self::MAX_WAIT );
		}
		if ( 400 <= $status && 500 > $status && 408 !== $status && 429 !== $status ) {
			return self::outcome( 'dropped', 0 );
		}
		$asked = ctype_digit( $retry_after ) ? (int) substr( $retry_after, 0, 6 ) : 0;
		$own   = 60 * pow( 2, min( $failures, 6 ) );
		return self::outcome( 'later', (int) min( self::MAX_WAIT, max( $asked, $own ) ) );
	}

	/**
	 * @param string $outcome As above.
	 * @param int    $wait    Seconds.
	 */
	private static function outcome( string $outcome, int $wait ): array {
		return array(
			'outcome' => $outcome,
			'wait'    => $wait,
		);
	}
}
