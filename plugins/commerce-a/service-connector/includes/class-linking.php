<?php
/**
 * Both handshakes.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * `begin` prepares what register needs, the browser calls register, and `finish` stores what came back. The page never waits for register
 * itself: the service calls this shop meanwhile, and a host with one PHP process could not respond.
 */
final class Linking {

	const REGISTER = '/api/system-connections/register';

	/** Seconds that the service may take. */
	const TIMEOUT = 40;

	/**
	 * @param string $base_url One of the spellings of this shop's address, as the browser reached it.
	 * @param string $token    That the owner pasted; empty: the plugin starts.
	 * @return array The body of register, or `problem`.
	 */
	public static function begin( string $base_url, string $token ): array {
		if ( '' === Service::address() ) {
			return array( 'problem' => 'no_service' );
		}
		if ( '' === (string) get_option( 'permalink_structure' ) ) {
			return array( 'problem' => 'permalinks' );
		}
		$base_url = untrailingslashit( $base_url );
		if ( ! in_array( $base_url, Shop_Address::candidates( Link::shop_address() ), true ) ) {
			return array( 'problem' => 'other_address' );
		}
		self::drop_attempt();
		$key = Api_Key::create( get_current_user_id() );
		if ( null === $key ) {
			return array( 'problem' => 'no_key' );
		}
		$attempt = array(
			'service'             => Service::address(),
			'connectivity_secret' => bin2hex( random_bytes( 32 ) ),
			'webhook_secret'      => bin2hex( random_bytes( 32 ) ),
			'key_id'              => $key['key_id'],
			'user_id'             => get_current_user_id(),
			'started_at'          => time(),
		);
		Link::save( Link::ATTEMPT, $attempt );
		$body = array(
			'system_slug' => 'commerce_a',
			'base_url'    => $base_url,
			'credentials' => array(
				'connection_token' => $attempt['connectivity_secret'],
				'consumer_key'     => $key['consumer_key'],
				'consumer_secret'  => $key['consumer_secret'],
				'webhook_secret'   => $attempt['webhook_secret'],
			),
			'plugin'      => Plugin::describe(),
		);
		return '' === $token ? $body : $body + array( 'connection_token' => $token );
	}

	/**
	 * For browsers that cannot reach the service themselves.
	 *
	 * @param string $body As `begin` made it.
	 * @return array `status` and `json` of the response.
	 */
	public static function register( string $body ): array {
		$headers  = array( 'Content-Type' => 'application/json' );
		$response = Service::send( Service::address() . self::REGISTER, 'POST', $headers, $body, self::TIMEOUT );
		return array(
			'status' => $response['status'],
			'json'   => $response['json'],
		);
	}

	/**
	 * @param array $response Of register.
	 * @return bool Whether it fits the attempt.
	 */
	public static function finish( array $response ): bool {
		Link::drop_caches();
		$attempt       = Link::attempt();
		$connection_id = strtolower( self::text( $response, 'connection_id' ) );
		$widget_token  = self::text( $response, 'widget_token' );
		if ( null === $attempt || ! wp_is_uuid( $connection_id ) || 1 !== preg_match( '/^[\w.~+\/=-]{8,200}$/', $widget_token ) ) {
			return false;
		}
		// The service has named the connection when it called this shop.
		if ( isset( $attempt['seen'] ) && $attempt['seen'] !== $connection_id ) {
			return false;
		}
		Outbox::create_table();
		self::replace_link();
		unset( $attempt['seen'], $attempt['started_at'] );
		$link = $attempt + array(
			'connection_id'    => $connection_id,
			'widget_token'     => $widget_token,
			'connection_token' => self::text( $response, 'connection_token' ),
			'expires_at'       => self::text( $response, 'expires_at' ),
			'shop'             => Link::shop_address(),
			'environment'      => wp_get_environment_type(),
			'webhooks'         => array(),
			'is_active'        => 'active' === self::text( $response, 'status' ),
		);
		Link::save( Link::LINK, $link );
		delete_option( Link::ATTEMPT );
		Webhooks::mend( $link );
		Watch::schedule();
		return true;
	}

	/** A failed attempt leaves nothing behind. */
	public static function drop_attempt(): void {
		$attempt = Link::attempt();
		if ( null !== $attempt ) {
			Api_Key::revoke( (int) $attempt['key_id'] );
			delete_option( Link::ATTEMPT );
		}
	}

	/** Everything of the link that is in this shop goes. The installation and the service's address stay. */
	public static function forget(): void {
		$link = Link::get();
		if ( null !== $link ) {
			Webhooks::remove( $link );
			Api_Key::revoke( (int) $link['key_id'] );
			delete_option( Link::LINK );
		}
		delete_option( Link::STATE );
		Watch::unschedule();
		Outbox::clear();
	}

	/** A copy of a shop starts again: what it took along from the original goes, and the original keeps its link. */
	public static function forget_as_copy(): void {
		self::forget();
		delete_option( Link::INSTALLATION );
	}

	/**
	 * The shop itself has moved. Its old connection serves nothing any more, but keeps its data until the new one is active, and then for the
	 * days that the service grants.
	 */
	public static function forget_as_moved(): void {
		$link = Link::get();
		self::forget();
		if ( null !== $link && empty( $link['has_ended'] ) ) {
			Link::change_state(
				array(
					'previous' => array(
						'service'      => $link['service'],
						'widget_token' => $link['widget_token'],
					),
				)
			);
		}
	}

	/** A newer link replaces a pending one that no company has claimed. */
	private static function replace_link(): void {
		$previous = Link::state( 'previous' );
		self::forget();
		Link::change_state( array( 'previous' => $previous ) );
	}

	/**
	 * @param array  $response Of the service.
	 * @param string $name     Of a member.
	 */
	private static function text( array $response, string $name ): string {
		return isset( $response[ $name ] ) && is_string( $response[ $name ] ) ? $response[ $name ] : '';
	}
}
