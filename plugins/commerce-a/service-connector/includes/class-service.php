<?php
/**
 * Calls of the service.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * The HTTP client.
 */
final class Service {

	/** Where the service is: preset in the plugin, else what the owner entered. Empty while unknown. */
	public static function address(): string {
		$preset = self::preset();
		return '' !== $preset ? $preset : Shop_Address::service( (string) get_option( Link::SERVICE, '' ) );
	}

	/** The address that this copy of the plugin was built for. */
	public static function preset(): string {
		return Shop_Address::service( (string) require dirname( __DIR__ ) . '/service-address.php' );
	}

	/**
	 * @param array      $link   With `service` and `widget_token`.
	 * @param string     $method Of HTTP.
	 * @param string     $path   Below the service's address.
	 * @param array|null $body   Sent as JSON.
	 * @return array See `send`.
	 */
	public static function call( array $link, string $method, string $path, ?array $body = null ): array {
		$headers = array( 'Authorization' => 'Bearer ' . $link['widget_token'] );
		if ( null !== $body ) {
			$headers['Content-Type'] = 'application/json';
		}
		return self::send( $link['service'] . $path, $method, $headers, null === $body ? null : (string) wp_json_encode( (object) $body ) );
	}

	/**
	 * @param string      $url     The whole address.
	 * @param string      $method  Of HTTP.
	 * @param array       $headers By name.
	 * @param string|null $body    As sent.
	 * @param int         $timeout Seconds.
	 * @return array `status` (0: no response), `json` (null when it is none), `text` and `retry_after`.
	 */
	public static function send( string $url, string $method, array $headers, ?string $body, int $timeout = 15 ): array {
		$response = wp_remote_request(
			$url,
			array(
				'method'      => $method,
				'headers'     => $headers + array( 'Accept' => 'application/json' ),
				'body'        => $body,
				'timeout'     => $timeout,
				'redirection' => 0,
				'user-agent'  => 'service-connector/' . VERSION . ' WordPress/' . get_bloginfo( 'version' ),
			)
		);
		$text     = is_wp_error( $response ) ? '' : (string) wp_remote_retrieve_body( $response );
		$json     = json_decode( $text, true );
		return array(
			'status'      => is_wp_error( $response ) ? 0 : (int) wp_remote_retrieve_response_code( $response ),
			'json'        => is_array( $json ) ? $json : null,
			'text'        => $text,
			'retry_after' => is_wp_error( $response ) ? '' : (string) wp_remote_retrieve_header( $response, 'retry-after' ),
		);
	}
}
