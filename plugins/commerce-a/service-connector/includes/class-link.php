<?php
/**
 * What the plugin stores about the link.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * The options of the plugin. The link alone is loaded with every page (autoload): it spares queries there.
 *
 * The link: connection_id, widget_token, connection_token and expires_at (until it is active), connectivity_secret, webhook_secret, key_id,
 * user_id, webhooks (id by topic), service, shop (address when it was linked), environment, is_active, has_ended, log (version of the plugin that began the
 * log of changes).
 */
final class Link {

	const LINK         = 'service_connector_link';
	const ATTEMPT      = 'service_connector_attempt';
	const STATE        = 'service_connector_state';
	const INSTALLATION = 'service_connector_installation';
	const SERVICE      = 'service_connector_service';

	/** The link, or null. What another plugin damaged is none. */
	public static function get(): ?array {
		$link = self::read( self::LINK );
		return self::is_link( $link ) ? $link : null;
	}

	/** The link as the page has loaded it, without a query. Empty: there is none. */
	public static function loaded(): array {
		$options = wp_load_alloptions();
		$link    = isset( $options[ self::LINK ] ) ? maybe_unserialize( $options[ self::LINK ] ) : null;
		return self::is_link( $link ) ? $link : array();
	}

	/** The handshake that is under way, or null. */
	public static function attempt(): ?array {
		return self::read( self::ATTEMPT );
	}

	/**
	 * @param string $name  LINK or ATTEMPT.
	 * @param array  $value Its new value.
	 */
	public static function save( string $name, array $value ): void {
		update_option( $name, $value, self::LINK === $name );
	}

	/**
	 * Changes members of the link, if there still is one. Another process may have ended it.
	 *
	 * @param array $changes By member.
	 */
	public static function change( array $changes ): void {
		self::drop_caches();
		$link = self::get();
		if ( null !== $link ) {
			self::save( self::LINK, array_merge( $link, $changes ) );
		}
	}

	/**
	 * A member of what the plugin remembers beside the link.
	 *
	 * @param string $name     Of the member.
	 * @param mixed  $fallback While it is unset.
	 * @return mixed
	 */
	public static function state( string $name, $fallback = null ) {
		$state = self::read( self::STATE );
		return isset( $state[ $name ] ) ? $state[ $name ] : $fallback;
	}

	/**
	 * @param array $changes By member; null removes one.
	 */
	public static function change_state( array $changes ): void {
		self::drop_caches();
		$before = self::read( self::STATE );
		$state  = array_filter(
			array_merge( null === $before ? array() : $before, $changes ),
			static function ( $value ) {
				return null !== $value;
			}
		);
		if ( $state !== $before ) {
			update_option( self::STATE, $state, false );
		}
	}

	/** Made once for an installation. A copy of the shop has the same one. */
	public static function installation_id(): string {
		$id = get_option( self::INSTALLATION );
		if ( ! is_string( $id ) || '' === $id ) {
			$id = wp_generate_uuid4();
			update_option( self::INSTALLATION, $id, false );
		}
		return $id;
	}

	/** The service calls this shop while another process of it waits: what that one stored must be seen. */
	public static function drop_caches(): void {
		foreach ( array( 'alloptions', 'notoptions', self::LINK, self::ATTEMPT, self::STATE, self::INSTALLATION ) as $name ) {
			wp_cache_delete( $name, 'options' );
		}
	}

	/** The address of this shop, as WooCommerce names it in its webhooks. */
	public static function shop_address(): string {
		return untrailingslashit( (string) get_option( 'home' ) );
	}

	/**
	 * Whether this is a copy of the shop that was linked: `copied`, `staging`, or an empty text.
	 *
	 * @param array $link The link.
	 */
	public static function copy_of( array $link ): string {
		return Clone_Guard::verdict( $link['shop'], $link['environment'], self::shop_address(), wp_get_environment_type() );
	}

	/** The link, if this shop may use it: it has not ended, and this is not a copy. */
	public static function usable(): ?array {
		$link = self::get();
		return null === $link || ! empty( $link['has_ended'] ) || '' !== self::copy_of( $link ) ? null : $link;
	}

	/** Everything that the plugin stores in options. */
	public static function delete_all(): void {
		foreach ( array( self::LINK, self::ATTEMPT, self::STATE, self::INSTALLATION, self::SERVICE, Privacy::PENDING ) as $name ) {
			delete_option( $name );
		}
	}

	/**
	 * @param mixed $value Of the option.
	 */
	private static function is_link( $value ): bool {
		return isset( $value['connection_id'], $value['widget_token'], $value['service'], $value['shop'], $value['environment'], $value['key_id'] );
	}

	/**
	 * @param string $name Of an option.
	 */
	private static function read( string $name ): ?array {
		$value = get_option( $name );
		return is_array( $value ) ? $value : null;
	}
}
