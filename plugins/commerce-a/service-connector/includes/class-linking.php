<?php
/**
 * Both handshakes, and the move of a linked shop.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * `begin` prepares what register needs, the browser calls the service, and `finish` stores what came back. The page never waits for that call
 * itself: the service calls this shop meanwhile, and a host with one PHP process could not respond.
 */
final class Linking {

	const REGISTER = '/api/widget/register';
	const MOVE     = '/api/widget/connection/move';

	/** Seconds that the service may take. */
	const TIMEOUT = 40;

	/**
	 * @param string $base_url One of the spellings of this shop's address, as the browser reached it.
	 * @param string $token    That the owner pasted; empty: the plugin starts.
	 * @return array The body of register, or `problem`.
	 */
	public static function begin( string $base_url, string $token ): array {
		$body = self::prepare( $base_url, Service::address(), '' );
		if ( isset( $body['problem'] ) ) {
			return $body;
		}
		$body['system_slug'] = 'commerce_a';
		return '' === $token ? $body : $body + array( 'connection_token' => $token );
	}

	/**
	 * The shop has moved here with its link. It gets another key and other secrets, because those of the link are at the old address as well.
	 *
	 * @param string $base_url As for `begin`.
	 * @return array The body of the call that moves the connection, and the widget token for it; or `problem`.
	 */
	public static function begin_move( string $base_url ): array {
		$link = Link::get();
		if ( null === $link || 'copied' !== Link::copy_of( $link ) || empty( $link['is_active'] ) ) {
			return array( 'problem' => 'not_stored' );
		}
		$body = self::prepare( $base_url, $link['service'], $link['connection_id'] );
		return isset( $body['problem'] ) ? $body : array(
			'body'  => $body,
			'token' => $link['widget_token'],
		);
	}

	/**
	 * @param string $base_url As for `begin`.
	 * @param string $service  Its address.
	 * @param string $moves    Id of the connection that moves; empty: there is none yet.
	 * @return array Address and credentials, or `problem`.
	 */
	private static function prepare( string $base_url, string $service, string $moves ): array {
		if ( '' === $service ) {
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
		if ( '' === $moves ) {
			// Before the service reads anything: so the log knows all changes since then.
			Change_Log::start();
		}
		$attempt = array(
			'service'             => $service,
			'moves'               => $moves,
			'connectivity_secret' => bin2hex( random_bytes( 32 ) ),
			'webhook_secret'      => bin2hex( random_bytes( 32 ) ),
			'key_id'              => $key['key_id'],
			'user_id'             => get_current_user_id(),
			'started_at'          => time(),
		);
		Link::save( Link::ATTEMPT, $attempt );
		return array(
			'base_url'    => $base_url,
			'credentials' => array(
				'connection_token' => $attempt['connectivity_secret'],
				'consumer_key'     => $key['consumer_key'],
				'consumer_secret'  => $key['consumer_secret'],
				'webhook_secret'   => $attempt['webhook_secret'],
				// Says that there is a list of changes.
				'plugin_version'   => VERSION,
			),
			'plugin'      => Plugin::describe(),
		);
	}

	/**
	 * For browsers that cannot reach the service themselves.
	 *
	 * @param array  $attempt The handshake or move that is under way.
	 * @param string $body    As `begin` or `begin_move` made it.
	 * @return array `status` and `json` of the response.
	 */
	public static function register( array $attempt, string $body ): array {
		$headers = array( 'Content-Type' => 'application/json' );
		$link    = Link::get();
		$path    = self::REGISTER;
		if ( ! empty( $attempt['moves'] ) && null !== $link ) {
			$headers['Authorization'] = 'Bearer ' . $link['widget_token'];
			$path                     = self::MOVE;
		}
		$response = Service::send( $attempt['service'] . $path, 'POST', $headers, $body, self::TIMEOUT );
		return array(
			'status' => $response['status'],
			'json'   => $response['json'],
		);
	}

	/**
	 * @param array $response Of register, or of the call that moves the connection.
	 * @return bool Whether it fits the attempt.
	 */
	public static function finish( array $response ): bool {
		Link::drop_caches();
		$attempt       = Link::attempt();
		$moved         = empty( $attempt['moves'] ) ? null : Link::get();
		$connection_id = strtolower( self::text( $response, null === $moved ? 'connection_id' : 'id' ) );
		$widget_token  = null === $moved ? self::text( $response, 'widget_token' ) : $moved['widget_token'];
		if ( null !== $moved && $moved['connection_id'] !== $connection_id ) {
			return false;
		}
		if ( null === $attempt || ! wp_is_uuid( $connection_id ) || 1 !== preg_match( '/^[\w.~+\/=-]{8,200}$/', $widget_token ) ) {
			return false;
		}
		// The service has named the connection when it called this shop.
		if ( isset( $attempt['seen'] ) && $attempt['seen'] !== $connection_id ) {
			return false;
		}
		Outbox::create_table();
		// A newer link replaces a pending one that no company has claimed, and the one at the old address.
		self::forget_but_log();
		unset( $attempt['seen'], $attempt['started_at'], $attempt['moves'] );
		$link = $attempt + array(
			'connection_id'    => $connection_id,
			'widget_token'     => $widget_token,
			'connection_token' => self::text( $response, 'connection_token' ),
			'expires_at'       => self::text( $response, 'expires_at' ),
			'shop'             => Link::shop_address(),
			'environment'      => wp_get_environment_type(),
			'webhooks'         => array(),
			'is_active'        => 'active' === self::text( $response, 'status' ),
			'log'              => null === $moved ? VERSION : ( $moved['log'] ?? '' ),
		);
		Link::save( Link::LINK, $link );
		delete_option( Link::ATTEMPT );
		Change_Log::ensure( $link );
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
			if ( null === Link::get() ) {
				Change_Log::drop_table();
			}
		}
	}

	/** Everything of the link that is in this shop goes. The installation and the service's address stay. */
	public static function forget(): void {
		self::forget_but_log();
		Change_Log::drop_table();
	}

	/** For another link to take its place. */
	private static function forget_but_log(): void {
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
	 * @param array  $response Of the service.
	 * @param string $name     Of a member.
	 */
	private static function text( array $response, string $name ): string {
		return isset( $response[ $name ] ) && is_string( $response[ $name ] ) ? $response[ $name ] : '';
	}
}
