<?php
/**
 * The route that the service calls before it stores anything.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * Says yes to the service that has the secret of this shop.
 */
final class Connectivity_Check {

	const NAME_SPACE = 'service-connector/v1';
	const ROUTE      = '/connectivity-check';

	/** Registers the route. Its secret is its permission. */
	public static function register(): void {
		$text = array(
			'required'          => true,
			'type'              => 'string',
			'maxLength'         => 200,
			'validate_callback' => 'rest_validate_request_arg',
		);
		register_rest_route(
			self::NAME_SPACE,
			self::ROUTE,
			array(
				'methods'             => 'POST',
				'permission_callback' => '__return_true',
				'callback'            => array( self::class, 'respond' ),
				'args'                => array(
					'connection_token' => $text,
					'connection_id'    => $text,
				),
			)
		);
	}

	/**
	 * @param \WP_REST_Request $request Of the service.
	 * @return array|\WP_Error
	 */
	public static function respond( $request ) {
		$secret = (string) $request['connection_token'];
		// Register waits for this in another process, which has just stored the secret.
		Link::drop_caches();
		$attempt = Link::attempt();
		$link    = Link::get();
		// Both are compared, so that the time says nothing.
		$of_attempt = self::is_secret( $attempt, $secret );
		$of_link    = self::is_secret( $link, $secret );
		if ( ! $of_attempt && ! $of_link ) {
			return new \WP_Error( 'service_connector_wrong_token', 'Invalid connection token.', array( 'status' => 401 ) );
		}
		$connection_id = strtolower( (string) $request['connection_id'] );
		if ( $of_attempt && wp_is_uuid( $connection_id ) && ( ! isset( $attempt['seen'] ) || $attempt['seen'] !== $connection_id ) ) {
			$attempt['seen'] = $connection_id;
			Link::save( Link::ATTEMPT, $attempt );
		}
		return array(
			'status'        => 'ok',
			'connection_id' => $connection_id,
			'plugin'        => Plugin::describe(),
			'time_zone'     => wp_timezone_string(),
		);
	}

	/**
	 * @param array|null $holder Of a `connectivity_secret`.
	 * @param string     $secret What came.
	 */
	public static function is_secret( ?array $holder, string $secret ): bool {
		// Without a holder, two unequal texts of one length are compared.
		$expected = null === $holder ? str_repeat( '-', 64 ) : $holder['connectivity_secret'];
		return hash_equals( $expected, $secret ) && null !== $holder;
	}
}
