<?php
/**
 * Addresses of shops: no WordPress in here.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * Compares and repairs addresses of shops.
 */
final class Shop_Address {

	/**
	 * As owners see it, two spellings are one shop: without scheme, `www.` and a slash at the end.
	 *
	 * @param string $left  An address.
	 * @param string $right Another.
	 */
	public static function same( string $left, string $right ): bool {
		$one = self::key( $left );
		return '' !== $one && self::key( $right ) === $one;
	}

	/**
	 * What to register, best first: over https before http, and with or without `www.`.
	 *
	 * @param string $address As the shop calls itself.
	 * @return string[] Without a slash at the end.
	 */
	public static function candidates( string $address ): array {
		$parts = self::parts( $address );
		if ( null === $parts ) {
			return array();
		}
		list( $scheme, $host, $rest ) = $parts;
		$other = 0 === strpos( $host, 'www.' ) ? substr( $host, 4 ) : 'www.' . $host;
		$hosts = self::may_have_www( $host ) ? array( $host, $other ) : array( $host );
		$found = array();
		foreach ( array_unique( array( 'https', $scheme ) ) as $each ) {
			foreach ( $hosts as $name ) {
				$found[] = "$each://$name$rest";
			}
		}
		return $found;
	}

	/**
	 * Whether a service elsewhere cannot reach it, by its name alone.
	 *
	 * @param string $address An address.
	 */
	public static function is_private( string $address ): bool {
		$parts = self::parts( $address );
		if ( null === $parts ) {
			return true;
		}
		$host = trim( preg_replace( '/:\d+$/', '', $parts[1] ), '[]' );
		if ( false !== filter_var( $host, FILTER_VALIDATE_IP ) ) {
			return false === filter_var( $host, FILTER_VALIDATE_IP, FILTER_FLAG_NO_PRIV_RANGE | FILTER_FLAG_NO_RES_RANGE );
		}
		return false === strpos( $host, '.' ) || 1 === preg_match( '/\.(local|localhost|test|internal|invalid|example|lan|home\.arpa)$/', $host );
	}

	/**
	 * The address of a service: what an owner pastes may lack the scheme and end with a slash or a path of ours.
	 *
	 * @param string $text What the owner pasted.
	 * @return string Empty when it is no address.
	 */
	public static function service( string $text ): string {
		$text  = trim( $text );
		$parts = self::parts( false === strpos( $text, '://' ) ? "https://$text" : $text );
		if ( null === $parts ) {
			return '';
		}
		return "$parts[0]://$parts[1]" . preg_replace( '#/(api|admin|widgets|problems)(/.*)?$#', '', $parts[2] );
	}

	/**
	 * Without scheme, `www.` and a slash at the end.
	 *
	 * @param string $address An address.
	 */
	private static function key( string $address ): string {
		$parts = self::parts( $address );
		return null === $parts ? '' : preg_replace( '/^www\./', '', $parts[1] ) . $parts[2];
	}

	/**
	 * Scheme, host with a port that is not the scheme's own, path without the REST path and without a slash at the end.
	 *
	 * @param string $address An address.
	 * @return string[]|null
	 */
	private static function parts( string $address ): ?array {
		if ( 1 !== preg_match( '#^(https?)://([^/?\#@\s]+)(/[^?\#\s]*)?([?\#]|$)#i', trim( $address ), $found ) ) {
			return null;
		}
		$scheme = strtolower( $found[1] );
		$host   = preg_replace( 'https' === $scheme ? '/:443$/' : '/:80$/', '', strtolower( $found[2] ) );
		$path   = rtrim( preg_replace( '#/(wp-json|index\.php|wp-admin|wp-login\.php)(/.*)?$#', '', isset( $found[3] ) ? $found[3] : '' ), '/' );
		return array( $scheme, $host, $path );
	}

	/**
	 * An IP address, a name without a dot and one with a port have no `www.`.
	 *
	 * @param string $host A host, maybe with a port.
	 */
	private static function may_have_www( string $host ): bool {
		return false !== strpos( $host, '.' ) && 1 !== preg_match( '/[:\]]|\.\d+$/', $host );
	}
}
